/**
 * Min-hash bands (Broder 1997; Indyk, Motwani 1998), in plain TypeScript: what `assembly/bands.ts` must compute.
 *
 * A min-hash is the least of `factor * x` modulo 2^32 over the shingles of a document, x being the low half of a shingle and
 * the factor an odd number of its own: two documents have it in common with a probability that is their resemblance. `rows`
 * of them make the key of a band.
 */
import type { Heap } from '../heap.ts';
import { finish, rotl } from './mix.ts';
import { shingleValues } from './shingles.ts';

const LANE = 0x9e3779b1;

export function bandKeys(
  heap: Heap,
  text: number,
  offsets: number,
  count: number,
  shape: number,
  bands: number,
  rows: number,
  _work: number,
  out: number,
): void {
  const { u8, u32 } = heap;
  const factors = Array.from({ length: bands * rows }, (_, i) => minHashFactor(i));
  for (let i = 0; i < count; i++) {
    const start = text + u32[(offsets >>> 2) + i];
    const end = text + u32[(offsets >>> 2) + i + 1] - 1;
    const low = Uint32Array.from(shingleValues(u8.subarray(start, end), shape), (value) =>
      Number(value & 0xffffffffn),
    );
    const least = factors.map((factor) =>
      low.reduce((least, x) => Math.min(least, Math.imul(x, factor) >>> 0), 2 ** 32 - 1),
    );
    for (let band = 0; band < bands; band++) {
      let key = 0x2545f491;
      for (let row = 0; row < rows; row++) key = rotl(Math.imul(key ^ least[band * rows + row], LANE), 13);
      u32[(out >>> 2) + i * bands + band] = finish(key);
    }
  }
}

/** The factor of min-hash i. */
export function minHashFactor(i: number): number {
  return (finish(Math.imul(i + 1, LANE)) | 1) >>> 0;
}
