/**
 * The join: all pairs of fingerprints that differ in few bits, as six kernels and the memory they share.
 *
 * The 64 bits are cut into blocks (`scalar/join/blocks.ts`), and pairs are looked for by the first block they agree in: `count`
 * fingerprints by the highest bits of that block, `scatter` them into chunks by these bits, and join the chunks,
 * a part of them at a time (`part`). At distance 3 pairs may be found from chunk to chunk (`across`), too. In the end the pairs are
 * put into their order (`sort`).
 */
import { JoinPart as Part } from './layouts/join-part.ts';
import { placesOf } from './layouts/places.ts';
import { blockStart, stepStart } from './scalar/join/blocks.ts';

/** A fingerprint on its way to a chunk: its value (u64) and its id (u32). */
export const RECORD_BYTES = 12;
/** A pair: two ids, the smaller first, and the distance (u32 each). Distance 0: the second repeats the first. */
export const PAIR_BYTES = 12;

/** At most this many bits make chunks. */
export const MAX_CHUNK_BITS = 12;

/** The highest bits of a block, by which chunks are made: up to `most`, from `shift` on. */
export function chunkBits(first: number, blocks: number, most: number): { shift: number; bits: number } {
  const end = blockStart(first + 1, blocks);
  const shift = stepStart(blockStart(first, blocks), end, most);
  return { shift, bits: end - shift };
}

/** Do the kernels of this engine join by quarters of the fingerprint? Then values are turned as they are scattered. */
export function goesByQuarters(engine: 'wasm' | 'scalar', maxDistance: number, blocks: number): boolean {
  return engine === 'wasm' && maxDistance === 3 && blocks === 4;
}

/** Of a table of where the groups of a chunk start: one more than there are. */
export function startBytes(bucketBits: number, groupBits: number): number {
  return (4 << (bucketBits + groupBits)) + 4;
}

/** Work space for chunks of up to `largest` fingerprints. */
export function joinWorkBytes(largest: number): number {
  return (1 << 20) + 36 * (largest + 16) + 384;
}

/** The same for dense buckets. */
export function denseWorkBytes(largest: number): number {
  return joinWorkBytes(largest) + RECORD_BYTES * (largest + 16) + 64;
}

/** Of a table of places, for a dense bucket. */
export const DENSE_START_BYTES = 2064;
/** Tiles of dense buckets: 16 buckets each, and each bucket in four of them. */
export const DENSE_TILES = 16_384;

export const JoinPart = placesOf(new Part());
