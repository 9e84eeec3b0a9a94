/** The door of repeats/: what other rooms and the public API may call. The contract is `src/repeats.ts`. */
export * from '../repeats.ts';
export { cutFromText } from './cut/cut-from-text.ts';
export { decontaminate } from './decontaminate.ts';
export { DECONTAMINATE_RULES, type DecontaminateOptions } from './decontaminate-options.ts';
export { AnchorScan, KEY_WIDTH } from './find/anchor-scan.ts';
export type { RepeatedWindows } from './find/first-places.ts';
export { keptPlaces } from './find/kept-places.ts';
export { PartedRecords } from './find/parted-records.ts';
export { PIECE_WIDTH, RunProof } from './find/prove-runs.ts';
export {
  KNOWN_PARTS,
  KNOWN_WIDTH,
  type KnownPassages,
  type NewStretch,
  type PassageStore,
} from './known.ts';
export { KEEP_NONE, resolveTrimOptions, TRIM_RULES, type TrimOnceOptions } from './options.ts';
export { trimOnce } from './trim.ts';
