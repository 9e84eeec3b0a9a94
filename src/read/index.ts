/** The door of read/: what other rooms and the public API may call. The contract is `src/read.ts`. */
export * from '../read.ts';
export { listReaders } from './formats.ts';
export { idOf } from './id-of.ts';
export { readFingerprintLines } from './json/fingerprint-lines.ts';
export { readDocuments } from './read-documents.ts';
export { readSources, readSourcesBulk } from './read-sources.ts';
export { type Input, type InputDocument, type OpenInput, openInput, pathsOf } from './sources/input.ts';
export { openSources } from './sources/inputs.ts';
export { memorySource } from './sources/memory-source.ts';
export { type Paragraph, paragraphsOf } from './text/paragraphs.ts';
export { textOf } from './text-of.ts';
export { type DocumentText, texts } from './texts.ts';
