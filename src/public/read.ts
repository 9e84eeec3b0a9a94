/** `neardup/read`: documents from files of any format. */

export type { Paragraph } from '../answers/runs.ts';
export {
  type DocumentText,
  droppedFiles,
  type InputDocument,
  type InputFile,
  listReaders,
  memorySource,
  openSources,
  paragraphsOf,
  readDocuments,
  readSources,
  shownFormats,
  type TextsOptions,
  texts,
} from '../read/index.ts';
export type * from '../read.ts';
