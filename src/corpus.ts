/**
 * Corpus: what is known of every document once it was read? Columns of numbers, the ids, and a file with the canonical
 * texts, or of those that are compared; never the texts themselves in memory. Documents are numbered 0, 1, 2 … in the order they were read.
 *
 * Memory per document: about 50 bytes and its id. Disk: its canonical text, unless it can be made again from a line of a file.
 */

export { BATCH_LIMITS, BatchBuilder, type BatchLimits, type TextBatch } from './corpus/batch-builder.ts';
export { Corpus, type TextsKept } from './corpus/columns.ts';
export { growingNumbers, growingU32 } from './corpus/growing.ts';
export { IdTable } from './corpus/id-table.ts';
export { type CorpusInput, loadCorpus } from './corpus/load.ts';
export { type PreparedBatch, prepareBatch } from './corpus/prepare-batch.ts';
export { Spool } from './corpus/spool.ts';
