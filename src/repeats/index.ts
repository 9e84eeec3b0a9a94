/** The door of repeats/: what other rooms and the public API may call. The contract is `src/repeats.ts`. */
export * from '../repeats.ts';
export { decontaminate } from './decontaminate.ts';
export { DECONTAMINATE_RULES, type DecontaminateOptions } from './decontaminate-options.ts';
export { TRIM_RULES, type TrimOptions } from './options.ts';
export { trim } from './trim.ts';
