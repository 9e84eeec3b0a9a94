/** The door of corpus/: what other rooms and the public API may call. The contract is `src/corpus.ts`. */
export * from '../corpus.ts';
export { BatchBuilder, type TextBatch } from './batch-builder.ts';
export { Corpus } from './corpus.ts';
export { DocumentIds } from './document-ids.ts';
export { growingNumbers, growingU32, growingU64 } from './growing.ts';
export { IdTable } from './id-table.ts';
export { type JobTexts, jobTexts } from './job-texts.ts';
export { prepareJob } from './jobs/prepare.ts';
export { scanJob } from './jobs/scan.ts';
export { loadCorpus, takesLines } from './load.ts';
export { longestText } from './longest-text.ts';
export { LOAD_RULES } from './options.ts';
export { type PreparedBatch, prepareBatch, type Steps } from './prepare-batch.ts';
export { type HeapText, here, PreparedTexts, type TextToPrepare } from './prepared-texts.ts';
export { ReadAhead } from './read-ahead.ts';
export { type LineSteps, type ScannedLines, scanLines } from './scan-lines.ts';
export { NumberedIds, UniqueIds } from './unique-ids.ts';
export { packWork } from './work.ts';
