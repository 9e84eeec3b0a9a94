/** Anchors and keys of sentences, by which passages are found: how they are chosen, and the plain functions. */
export { ANCHOR_WINDOW, ANCHOR_WORDS, MOST_KEY_WORDS, WORD_CLASSES } from '../layouts/anchors.ts';
export { eachAnchor, hashWords, runHashes } from '../scalar/anchors.ts';
export { MayShareFields, placedSet } from '../scalar/may-share.ts';
export { keysOfSentence, type SentenceKey } from '../scalar/sentence-keys.ts';
