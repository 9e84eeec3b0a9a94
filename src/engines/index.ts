/**
 * The door of engines/: everything other rooms may use. The contract is `src/engines.ts`.
 *
 * It opens an engine, gives the layouts of what kernels read and write, and a few plain functions for single values.
 */
export * from '../engines.ts';
export { hash64, popcount } from './hamming.ts';
export { Heap } from './heap.ts';
export type { Job } from './jobs.ts';
export {
  chunkBits,
  DENSE_START_BYTES,
  DENSE_TILES,
  denseWorkBytes,
  goesByQuarters,
  JoinPart,
  joinWorkBytes,
  MAX_CHUNK_BITS,
  PACKED,
  PAIR_BYTES,
  RECORD_BYTES,
  SORT_WORK_BYTES,
  startBytes,
} from './join.ts';
export { JsonlRecord, JsonlScan } from './jsonl.ts';
export { escapedBytes, moveBytes, placeBytes } from './kernels/text.ts';
export { ANCHOR_WINDOW, ANCHOR_WORDS, MOST_KEY_WORDS, WORD_CLASSES } from './layouts/anchors.ts';
export {
  CANONICAL_GROWTH,
  CanonicalMode,
  NEEDS_NORMALIZATION,
  SimhashMode,
  SLOT_SHIFT,
  TWO_STEPS,
} from './layouts/modes.ts';
export { type MatrixField, MatrixTile, matrixWorkBytes } from './matrix.ts';
export { mixedHash } from './mixed-hash.ts';
export { defaultThreads, ENGINE_RULES, type EngineOptions, openEngine, threadsFor } from './open.ts';
export { BEGINS, KINDS_AT, LONGEST_REGIONAL, REGIONAL_SLOTS, regionalHash } from './regional-words.ts';
export { eachAnchor, hashWords, runHashes } from './scalar/anchors.ts';
export { canonicalize as plainCanonicalize } from './scalar/canonicalize.ts';
export { idHash } from './scalar/id-hash.ts';
export { BlockWalk } from './scalar/join/block-walk.ts';
export { blockStart, halfMask } from './scalar/join/blocks.ts';
export { ItemList } from './scalar/join/item-list.ts';
export { PAIR_WORDS, PairSink } from './scalar/join/pair-sink.ts';
export { placedSet } from './scalar/may-share.ts';
export { finish as mixBits } from './scalar/mix.ts';
export { regionalWords as plainRegionalWords } from './scalar/regional-words.ts';
export { keysOfSentence, type SentenceKey } from './scalar/sentence-keys.ts';
export { distinctShingles } from './scalar/shingles.ts';
export { fingerprintBytes } from './scalar/simhash.ts';
export { NO_SEED, randomSeed, type Seed } from './seed.ts';
export { isPlain, SENTENCE_END, type ShingleForm, shingleRoom, shingleShape } from './shingle-shape.ts';
export {
  assignWorkBytes,
  BLOCK_SIGNATURES,
  cutSlices,
  listWorkBytes,
  majorityWorkBytes,
  NO_BLOCK,
  NO_SIGNATURE,
  optimisticBounds,
  SignatureSearch,
  sliceEndsLength,
  sliceWorkBytes,
} from './signatures.ts';
export {
  LONGEST_STEMMED,
  MISSING_BYTES,
  MOST_ADDED,
  STEM_SLOT_BYTES,
  STEM_SLOTS_AT,
  stemSlot,
} from './stem-table.ts';
export {
  CLASS_MASK,
  CYRILLIC,
  LENGTH_SHIFT,
  LetterClass,
  LONG_FOLDS_AT,
  LOOK_ALIKE_LETTERS,
  LOOK_ALIKES_AT,
  letterEntry,
  MAY_MIX,
  PAGES_AT,
  PAYLOAD_SHIFT,
  PLANES_AT,
  Script,
  SPREAD_AT,
  UNSETTLED,
} from './tables.ts';
export { type FingerprintStore, openStore, STORE_HITS } from './wasm/store.ts';
export { serveJobs } from './workers/serve.ts';
