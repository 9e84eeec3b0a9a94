/**
 * The join: all pairs of fingerprints that differ in few bits, as six kernels and the memory they share.
 *
 * The 64 bits are cut into blocks (`scalar/join/blocks.ts`), and pairs are found by the first block in which they agree: `count`
 * fingerprints by the highest bits of that block, `scatter` them into chunks by these bits, and join the chunks,
 * a part of them at a time (`part`). At distance 3 pairs may be found from chunk to chunk (`across`), too. In the end the pairs are
 * put into their order (`sort`).
 */
export * from './layouts/join-memory.ts';

import { JoinPart as Part } from './layouts/join-part.ts';
import { placesOf } from './layouts/places.ts';
import { blockStart, stepStart } from './scalar/join/blocks.ts';

/** At most this many bits make chunks. */
export const MAX_CHUNK_BITS = 12;

/** The highest bits of a block, by which chunks are made: up to `most`, from `shift` on. */
export function chunkBits(first: number, blocks: number, most: number): { shift: number; bits: number } {
  const end = blockStart(first + 1, blocks);
  const shift = stepStart(blockStart(first, blocks), end, most);
  return { shift, bits: end - shift };
}

/** Do the kernels of this engine join by quarters of the fingerprint? Then values are rotated when they are scattered. */
export function goesByQuarters(engine: 'wasm' | 'scalar', maxDistance: number, blocks: number): boolean {
  return engine === 'wasm' && maxDistance === 3 && blocks === 4;
}

export const JoinPart = placesOf(new Part());
