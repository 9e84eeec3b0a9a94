/** Pairs of fingerprints found by blocks of their bits: the parts of the plain join, for lists and tables of any kind. */
export { BlockWalk } from '../scalar/join/block-walk.ts';
export { blockStart, halfMask, stepStart } from '../scalar/join/blocks.ts';
export { maskOf } from '../scalar/join/heavy-run.ts';
export { ItemList } from '../scalar/join/item-list.ts';
export { walkKeys } from '../scalar/join/key-walk.ts';
export { PAIR_WORDS, PairSink } from '../scalar/join/pair-sink.ts';
