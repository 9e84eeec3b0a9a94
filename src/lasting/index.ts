/** The door of lasting/: what the public API may call. The contract is `src/lasting.ts`. */
export * from '../lasting.ts';
export type { Collection } from './collection.ts';
export { createCollection, openCollection } from './open.ts';
