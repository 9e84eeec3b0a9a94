/** The door of write/: what other rooms and the public API may call. The contract is `src/write.ts`. */
export * from '../write.ts';
export { atomicFile } from './atomic-file.ts';
export { BYTE_ORDER_MARK, cellOf, type Delimiter, formatRow, isNumeral } from './csv-cells.ts';
export { formatOfPath, writtenEndings, writtenFiles } from './file-formats.ts';
export { expectRoomFor } from './kept/added-columns.ts';
export { addToFolder } from './kept/folder.ts';
export { shardPaths } from './kept/shards.ts';
export { openKeptWriter } from './kept-writer.ts';
export { closedFolder, type LockOptions, lockFolder } from './lock.ts';
export { expectFolderHere, makeFolder } from './make-folder.ts';
export { checkOutput, checkOutputOf, isFolderOutput, isStreamOutput } from './output-paths.ts';
export { checkOutputFormat, STANDARD_OUTPUT } from './standard-output.ts';
export { syncFolder } from './sync-folder.ts';
export { abortAll, leaveUploads, onFirstUnfinished } from './unfinished.ts';
