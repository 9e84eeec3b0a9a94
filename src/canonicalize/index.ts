/** The door of canonicalize/: what other rooms and the public API may call. The contract is `src/canonicalize.ts`. */
export * from '../canonicalize.ts';
export { BatchTables } from './batch-tables.ts';
export { type CanonicalTextOptions, canonicalText } from './canonical-text.ts';
export { Canonicalizer } from './canonicalizer.ts';
export { languageOfText } from './detect.ts';
export { findDisguises } from './disguises.ts';
export { letterTable } from './letter-table.ts';
export { CANONICALIZE_RULES, canonicalizeOptions, refuseUseless } from './options.ts';
export { prepareStemmers, Stemmers } from './stemmers.ts';
export { TextFolder } from './text-folder.ts';
export { findPlaces, findWords, WordNumbers, type WordPlaces } from './word-finder.ts';
