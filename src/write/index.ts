/** The door of write/: what other rooms and the public API may call. The contract is `src/write.ts`. */
export * from '../write.ts';
export { atomicFile } from './atomic-file.ts';
export { openKeptWriter } from './kept-writer.ts';
export { lockFolder } from './lock.ts';
export { checkOutput } from './output-paths.ts';
export { abortAll } from './unfinished.ts';
