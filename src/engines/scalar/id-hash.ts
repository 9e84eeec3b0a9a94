/** The hash of ids: it has a seed, so that no list of ids can be made that all go to one place of a table. */
import { mixedHash } from '../mixed-hash.ts';
import type { Seed } from '../seed.ts';

const halves = new Uint32Array(2);

/** 32 bits of `bytes[start, end)`. */
export function idHash(bytes: Uint8Array, start: number, end: number, seed: Seed): number {
  mixedHash(bytes, start, end, halves, seed);
  return halves[0];
}
