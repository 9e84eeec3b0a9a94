/**
 * The door of redis/, `neardup/redis`: an index of documents that many processes share. It needs the package `redis`. The contract is
 * `src/redis.ts`.
 *
 * @module
 */
export type {
  AddAnswer,
  AddOptions,
  CheckAnswer,
  CheckQuery,
  FoundPair,
  RemoveAnswer,
} from '../collection.ts';
export * from '../redis.ts';
export { openSharedIndex, SharedIndex } from './shared-index.ts';
