/**
 * A 128-bit hash of a document's bytes, in four 32-bit lanes. It finds equal texts fast; equality is then proved on the bytes, so nothing
 * rests on it being free of collisions. It has no seed: collections keep it.
 *
 * Sixteen bytes go into the lanes at a time. A lane takes the old value of the one before it, and then all move on by one, so
 * that every byte reaches every lane; no step loses anything (each can be undone).
 */
import type { Twin } from '../kernels.ts';
import { finish, rotl } from './mix.ts';

const WORDS = 4;
/** Steps after the last byte, until it has reached every lane. */
const LAST_STEPS = 4;

export const contentHash: Twin<'contentHash'> = (heap, text, offsets, count, out) => {
  const { u8, u32 } = heap;
  const words = new Int32Array(WORDS);
  for (let i = 0; i < count; i++) {
    const start = text + u32[(offsets >>> 2) + i];
    const length = text + u32[(offsets >>> 2) + i + 1] - 1 - start;
    let lanes: Lanes = [length ^ 0x2545f491, length ^ 0x68bc21eb, length ^ 0x1b873593, length ^ 0x4cf5ad43];
    for (let p = 0; p < length; p += 4 * WORDS) {
      for (let w = 0; w < WORDS; w++) words[w] = word(u8, start + p + 4 * w, length - p - 4 * w);
      lanes = step(lanes, words);
    }
    for (let last = 0; last < LAST_STEPS; last++) lanes = step(lanes, words.fill(0));
    let before = 0;
    lanes.forEach((lane, w) => {
      before = finish(lane + before);
      u32[(out >>> 2) + WORDS * i + w] = before;
    });
  }
};

type Lanes = readonly [a: number, b: number, c: number, d: number];

function step([a, b, c, d]: Lanes, words: Int32Array): Lanes {
  return [
    (rotl(Math.imul(b ^ words[1], 0x85ebca77), 17) + a) | 0,
    (rotl(Math.imul(c ^ words[2], 0xc2b2ae3d), 11) + b) | 0,
    (rotl(Math.imul(d ^ words[3], 0x27d4eb2f), 19) + c) | 0,
    rotl(Math.imul(a ^ words[0], 0x9e3779b1), 13),
  ];
}

/** Four bytes, little-endian; bytes beyond the end count as zero. */
function word(u8: Uint8Array, at: number, left: number): number {
  let value = 0;
  for (let k = 0; k < 4 && k < left; k++) value |= u8[at + k] << (8 * k);
  return value;
}
