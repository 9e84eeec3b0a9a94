/**
 * Min-hash bands (Broder 1997; Indyk, Motwani 1998), in plain TypeScript. The reference for `assembly/bands.ts`.
 *
 * A min-hash is the least value that a random function takes on the shingles of a document: two documents have it in common with a
 * probability that is their resemblance. `rows` min-hashes make the key of a band, 64 bits.
 *
 * Min-hashes are made in two levels, so that a shingle takes part in few. A shingle becomes an odd number x, mixed from its low
 * half, and goes to one of `rows * columns` blocks, by its high half and x. A block has two factors, and the halves of x times
 * each are the values of its four lanes, of which it keeps the least. A block that no shingle went to takes all shingles. So
 * a lane of two documents is equal with the probability that is their resemblance: if a block is empty in one document and not in the
 * other, the value of the other comes from a shingle that the first one lacks.
 *
 * Band `4 * column + lane` takes lane `lane` of one block in every row, so that no lane is in two bands and bands share few blocks.
 */
import type { Twin } from '../kernels.ts';
import { finish } from './mix.ts';
import { shingleValues } from './shingles.ts';

const LANE = 0x9e3779b1;
const OTHER_LANE = 0x85ebca77;
const LANES = 4;
/** The value of a lane before it takes a shingle. */
const NONE = 0xffff;

export const bandKeys: Twin<'bandKeys'> = (heap, { text, offsets, count, shape, bands, rows, out }) => {
  const { u8, u32 } = heap;
  const columns = bands / LANES;
  for (let i = 0; i < count; i++) {
    const start = text + u32[(offsets >>> 2) + i];
    const end = text + u32[(offsets >>> 2) + i + 1] - 1;
    const lanes = leastLanes(shingleValues(u8.subarray(start, end), shape), columns * rows);
    for (let band = 0; band < bands; band++) {
      const column = Math.floor(band / LANES);
      const lane = band % LANES;
      const least = Array.from({ length: rows }, (_, row) => {
        const block = row * columns + ((column + row * lane) % columns);
        return lanes[LANES * block + lane];
      });
      u32.set(keyOf(least, band), (out >>> 2) + 2 * (i * bands + band));
    }
  }
};

/** The least values of all lanes of all blocks. */
function leastLanes(shingles: readonly bigint[], blocks: number): Uint16Array {
  const lanes = new Uint16Array(LANES * blocks).fill(NONE);
  const xs = shingles.map((value) => (finish(Number(value & 0xffffffffn)) | 1) >>> 0);
  xs.forEach((x, i) => {
    const high = Number(shingles[i] >> 32n);
    take(lanes, ((((high + x) >>> 16) * blocks) >>> 16) * LANES, x);
  });
  for (let at = 0; at < lanes.length; at += LANES) {
    if (lanes.subarray(at, at + LANES).some((value) => value !== NONE)) continue;
    for (const x of xs) take(lanes, at, x);
  }
  return lanes;
}

/** Takes a shingle into the block whose lanes begin at `at`. */
function take(lanes: Uint16Array, at: number, x: number): void {
  for (let half = 0; half < 2; half++) {
    const product = Math.imul(x, blockFactor(at / 2 + half)) >>> 0;
    const first = at + 2 * half;
    lanes[first] = Math.min(lanes[first], product & 0xffff);
    lanes[first + 1] = Math.min(lanes[first + 1], product >>> 16);
  }
}

/** Factors 2i and 2i + 1 are those of block i. */
function blockFactor(i: number): number {
  return finish(Math.imul(i + 1, LANE)) | 1;
}

/** Low and high half of a key. The band is part of the key: keys of different bands may be in one table. */
function keyOf(least: readonly number[], band: number): [low: number, high: number] {
  let l = 0x2545f491 + band;
  let h = 0x68bc21eb + band;
  for (const value of least) {
    l = Math.imul(l ^ value, LANE);
    l ^= l >>> 15;
    h = Math.imul(h + value, OTHER_LANE);
    h ^= h >>> 13;
  }
  l = finish(l);
  h = finish(h + l);
  return [l, h];
}
