/** The door of read/: what other rooms and the public API may call. The contract is `src/read.ts`. */
export type { DocumentText } from '../answers/runs.ts';
export * from '../read.ts';
export { readArrowSource } from './arrow/open-arrow.ts';
export { estimateDocuments } from './estimate.ts';
export { withEmptyPages } from './extract/empty-pages.ts';
export { type OpenParquet, openParquet, openStored } from './extract/parquet-buffers.ts';
export { shownFormats } from './format-table.ts';
export { idOf } from './id-of.ts';
export { fieldGetter } from './json/field-path.ts';
export { withExactIntegers, withWrittenValue } from './json/field-span.ts';
export { readFingerprintLines } from './json/fingerprint-lines.ts';
export { isForKernel, lineFormat } from './json/jsonl.ts';
export type { LineBlock } from './json/line-blocks.ts';
export { type LineDocument, lineDocuments } from './json/line-documents.ts';
export { isNpy, npyHeader, openNpy } from './npy.ts';
export {
  READ_RULES,
  READ_RUN_RULES,
  type ReadRunOptions,
  refuseUselessReading,
} from './options.ts';
export { type InputDocument, readDocuments } from './read-documents.ts';
export { readSources } from './read-sources.ts';
export { listReaders } from './readers.ts';
export { sampleDocuments } from './sample-documents.ts';
export { addFolderKind, type FolderKind } from './sources/folder-kinds.ts';
export { droppedFiles, type InputFile, isInputFile } from './sources/given-files.ts';
export {
  type Input,
  inputChanged,
  isReadTwice,
  modifiedTime,
  type OpenInput,
  openInput,
  openReference,
  pathsOf,
  refuseUnknownIds,
} from './sources/input.ts';
export { openSources } from './sources/inputs.ts';
export { memorySource } from './sources/memory-source.ts';
export { paragraphsOf } from './text/paragraphs.ts';
export { textOf } from './text-as-string.ts';
export { possibleNames, textNameOf, textNames } from './text-fields.ts';
export { readTexts, type TextsOptions, texts } from './texts.ts';
export { asksForId, noSuchId } from './unknown-id.ts';
export { refuseUselessFor } from './useless-reading.ts';
