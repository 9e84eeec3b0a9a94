/**
 * A 64-bit hash of a document's bytes, two 32-bit lanes that both see every byte. It finds equal texts fast; equality
 * is then proved on the bytes, so collisions do no harm.
 */
import type { Heap } from '../heap.ts';
import { finish, rotl } from './mix.ts';

const LANE_1 = 0x9e3779b1;
const LANE_2 = 0x85ebca77;

export function contentHash(heap: Heap, text: number, offsets: number, count: number, out: number): void {
  const { u8, u32 } = heap;
  for (let i = 0; i < count; i++) {
    const start = text + u32[(offsets >>> 2) + i];
    const length = text + u32[(offsets >>> 2) + i + 1] - 1 - start;
    let a = length ^ 0x2545f491;
    let b = length ^ 0x68bc21eb;
    for (let p = 0; p < length; p += 8) {
      const x = word(u8, start + p, length - p);
      const y = word(u8, start + p + 4, length - p - 4);
      a = (rotl(Math.imul(a ^ x, LANE_1), 13) + y) | 0;
      b = (rotl(Math.imul(b ^ y, LANE_2), 17) + x) | 0;
    }
    a = finish(a ^ rotl(b, 7));
    b = finish(b + a);
    u32[(out >>> 2) + 2 * i] = a;
    u32[(out >>> 2) + 2 * i + 1] = b;
  }
}

/** Four bytes, little-endian; bytes beyond the end count as zero. */
function word(u8: Uint8Array, at: number, left: number): number {
  let value = 0;
  for (let k = 0; k < 4 && k < left; k++) value |= u8[at + k] << (8 * k);
  return value;
}
