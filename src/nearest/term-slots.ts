/** The places of words in the tables of term statistics. */

import { SimhashMode, SLOT_SHIFT } from '../engines/layouts/modes.ts';
import type { Engine } from '../engines.ts';
import { joinBytes } from '../platform/join-bytes.ts';

/** The place of every word: the one at which the kernel counts it. */
export function termSlots(engine: Engine, words: readonly string[]): number[] {
  const { heap, kernels } = engine;
  const encoder = new TextEncoder();
  const texts = words.map((word) => encoder.encode(`${word}\0`));
  const ends = new Uint32Array(words.length + 1);
  for (let i = 0; i < words.length; i++) ends[i + 1] = ends[i] + texts[i].length;
  const text = heap.place(joinBytes(texts));
  const offsets = heap.place(ends);
  const out = heap.allocate(8 * words.length);
  kernels.simhash(text, offsets, words.length, SimhashMode.mixed, out);
  // the fingerprint of a single word is its hash
  const slots = words.map((_, i) => heap.u32[out / 4 + 2 * i + 1] >>> SLOT_SHIFT);
  for (const block of [text, offsets, out]) heap.release(block);
  return slots;
}
