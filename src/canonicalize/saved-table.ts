/**
 * Tables that the build has made (`scripts/save-tables.mjs`): to read one takes less than a millisecond, to make it twenty, at the
 * start of every run.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** @returns A copy of its own from byte 0 of its buffer on; undefined where there is no such file, as before the first build. */
export function savedTable(name: '#letters.table' | '#regional-words.table'): Uint8Array | undefined {
  try {
    return new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(name)));
  } catch {
    return undefined;
  }
}
