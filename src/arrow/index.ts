/** The door of arrow/: tables in the Arrow format, files and streams, read and written without knowing what their values mean. */
export { BadArrow, CutArrow, TooLargeArrow } from './bad-arrow.ts';
export { buildColumn, emptyColumn, type PlainType, type PlainValue, plainField } from './build-column.ts';
export { type ArrowBatch, type Column, Dictionary, indexesOf } from './columns.ts';
export type { ArrowFile } from './file-messages.ts';
export { joinColumns } from './join-columns.ts';
export { type ArrowForm, isArrow, isFileHead, isOldArrow, isOnlyFile } from './messages.ts';
export { type ArrowHead, type ArrowRows, readArrow } from './read-arrow.ts';
export { type ArrowField, type ArrowSchema, shapeOf } from './schema.ts';
export { storedIntegers, takeRows } from './take.ts';
export { type BytesAt, bytesReader, integerReader } from './text-values.ts';
export { Type, typeName } from './types.ts';
export { valueKeys } from './value-keys.ts';
export { jsonReader } from './values.ts';
export { ArrowWriter, batchMessage, endOfStream, schemaMessage } from './write-arrow.ts';
