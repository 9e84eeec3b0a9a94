/**
 * Shingles of a canonical text: every run of `width` words, as one 64-bit value each.
 *
 * A word's value is its sdbm hash (64 bits in two halves); a shingle folds the values of its words one after the
 * other into two lanes and finishes them, so that word boundaries and word order count.
 */
import type { Heap } from '../heap.ts';
import { finish, rotl } from './mix.ts';

const LANE_LOW = 0x9e3779b1;
const LANE_HIGH = 0x85ebca77;

export function shingles(heap: Heap, text: number, length: number, width: number, out: number): number {
  const { u8, u32 } = heap;
  const low: number[] = [];
  const high: number[] = [];
  for (let p = text, end = text + length; ; ) {
    while (p < end && u8[p] <= 0x20) p++;
    if (p === end) break;
    // sdbm, h * 65599 + byte, on 16-bit limbs of the low half
    let l = 0;
    let h = 0;
    for (; p < end && u8[p] > 0x20; p++) {
      const l0 = l & 0xffff;
      const l1 = l >>> 16;
      const m0 = Math.imul(l0, 63) + u8[p];
      const m1 = Math.imul(l1, 63) + (m0 >>> 16) + l0;
      h = (Math.imul(h, 65_599) + l1 + (m1 >>> 16)) | 0;
      l = (m1 << 16) | (m0 & 0xffff);
    }
    low.push(l);
    high.push(h);
  }
  const words = low.length;
  if (words === 0) return 0;
  const size = Math.min(width, words);
  const count = words - size + 1;
  for (let i = 0; i < count; i++) {
    let l = 0x2545f491 ^ size;
    let h = 0x68bc21eb ^ size;
    for (let k = i; k < i + size; k++) {
      const a = (rotl(Math.imul(l ^ low[k], LANE_LOW), 13) + high[k]) | 0;
      h = (rotl(Math.imul(h ^ high[k], LANE_HIGH), 17) + low[k]) | 0;
      l = a;
    }
    l = finish(l ^ rotl(h, 7));
    h = finish(h + l);
    u32[(out >>> 2) + 2 * i] = l;
    u32[(out >>> 2) + 2 * i + 1] = h;
  }
  const values = heap.u64.subarray(out / 8, out / 8 + count).sort();
  let distinct = 1;
  for (let i = 1; i < count; i++) if (values[i] !== values[distinct - 1]) values[distinct++] = values[i];
  return distinct;
}

export function intersect(heap: Heap, a: number, aCount: number, b: number, bCount: number): number {
  const { u64 } = heap;
  let i = a / 8;
  let j = b / 8;
  const iEnd = i + aCount;
  const jEnd = j + bCount;
  let common = 0;
  while (i < iEnd && j < jEnd) {
    const x = u64[i];
    const y = u64[j];
    if (x === y) common++;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return common;
}
