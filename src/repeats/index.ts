/** The door of repeats/: what other rooms and the public API may call. The contract is `src/repeats.ts`. */
export * from '../repeats.ts';
export { decontaminate } from './decontaminate.ts';
export { DECONTAMINATE_RULES, type DecontaminateOptions } from './decontaminate-options.ts';
export { PartedRecords } from './find/parted-records.ts';
export {
  KNOWN_PARTS,
  KNOWN_WIDTH,
  type KnownPassages,
  type NewStretch,
  type PassageStore,
} from './known.ts';
export { KEEP_NONE, TRIM_RULES, type TrimOnceOptions } from './options.ts';
export { trimOnce } from './trim.ts';
