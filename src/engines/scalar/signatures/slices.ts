/**
 * Inverted signature slice lists (paper B) in plain TypeScript. A signature is cut into slices; (slice, value) has a list of
 * the signatures that have this value there. The lists of a slice follow each other: list v is
 * `ids[ends[v], ends[v + 1])`.
 */
import type { Twin } from '../../kernels.ts';
import { distanceOf, fieldsOf, Nearest } from './search.ts';

/** Bits [start, start + bits) of the signature at `address`. */
function sliceValue(u8: Uint8Array, address: number, start: number, bits: number): number {
  let value = 0;
  for (let i = 0; i < bits; i++) {
    value += ((u8[address + ((start + i) >>> 3)] >>> ((start + i) & 7)) & 1) * 2 ** i;
  }
  return value;
}

export const buildSlice: Twin<'buildSlice'> = (
  heap,
  { signatures, count, bytes, start, bits, ends, ids },
) => {
  const { u8, u32 } = heap;
  const at = ends >>> 2;
  const values = 2 ** bits;
  u32.fill(0, at, at + values + 1);
  for (let i = 0; i < count; i++) u32[at + 1 + sliceValue(u8, signatures + i * bytes, start, bits)]++;
  // place v + 1 is where list v begins, and is advanced until it is where the list ends
  let sum = 0;
  for (let v = 1; v <= values; v++) {
    const size = u32[at + v];
    u32[at + v] = sum;
    sum += size;
  }
  for (let i = 0; i < count; i++) {
    const value = sliceValue(u8, signatures + i * bytes, start, bits);
    u32[(ids >>> 2) + u32[at + 1 + value]++] = i;
  }
};

export const searchSlices: Twin<'searchSlices'> = (heap, search) => {
  const field = fieldsOf(heap, search);
  const { u8, u32 } = heap;
  const [signatures, count, bytes, k] = [field('signatures'), field('count'), field('bytes'), field('k')];
  const [listed, slices, wide, bits] = [
    field('listed'),
    field('slices'),
    field('wideSlices'),
    field('sliceBits'),
  ];
  const bounds = new Uint16Array(u8.buffer, u8.byteOffset + field('bounds'), 8 * bytes + 1);
  // 1 + the score of those seen, 0 for the others
  const scores = new Uint16Array(listed);
  for (let q = 0; q < field('queryCount'); q++) {
    const query = field('queries') + q * bytes;
    const nearest = new Nearest(u32, field('out') + 8 * q * k, k, field('removed'));
    const seen: number[] = [];
    const visit = (from: number, to: number, adding: boolean) => {
      let start = 0;
      let ends = field('ends') >>> 2;
      for (let slice = 0; slice < slices; slice++) {
        const width = slice < wide ? bits : bits - 1;
        const value = sliceValue(u8, query, start, width);
        const ids = (field('ids') >>> 2) + slice * listed;
        for (let v = 0; v < field('variantCount'); v++) {
          const variant = u32[(field('variants') >>> 2) + v];
          const distance = onesIn(variant);
          if (distance < from || distance > to || variant >= 2 ** width) continue;
          const list = ends + (value ^ variant);
          for (let i = ids + u32[list]; i < ids + u32[list + 1]; i++) {
            const id = u32[i];
            if (scores[id] === 0) {
              if (!adding) continue;
              seen.push(id);
              scores[id] = 1;
            }
            scores[id] += width - distance;
          }
        }
        start += width;
        ends += 2 ** width + 1;
      }
    };
    // nearest lists first: the signatures added do not depend on the order of the slices, and every score is complete
    const [expand, cutoff] = [field('expand'), field('cutoff')];
    visit(0, Math.min(expand, cutoff), true);
    if (cutoff < expand) visit(cutoff + 1, expand, false);

    const best = bestFirst(seen, scores, field('candidates'));
    // at worst, all bits that were not seen to agree differ: the k-th nearest is no farther than this
    const pessimistic = best.length < k ? 0xffffffff : 8 * bytes - (scores[best[k - 1]] - 1);
    for (const id of best) {
      if (bounds[scores[id] - 1] > Math.min(pessimistic, nearest.worst)) continue;
      nearest.offer(distanceOf(u8, query, signatures + id * bytes, bytes), id);
    }
    for (const id of seen) scores[id] = 0;
    for (let id = listed; id < count; id++) {
      nearest.offer(distanceOf(u8, query, signatures + id * bytes, bytes), id);
    }
  }
};

/** The `most` highest scores, highest first; of equal ones those seen first. */
function bestFirst(seen: readonly number[], scores: Uint16Array, most: number): number[] {
  return seen
    .map((id, order) => ({ id, order }))
    .sort((a, b) => scores[b.id] - scores[a.id] || a.order - b.order)
    .slice(0, most)
    .map(({ id }) => id);
}

function onesIn(value: number): number {
  let count = 0;
  for (; value !== 0; value &= value - 1) count++;
  return count;
}
