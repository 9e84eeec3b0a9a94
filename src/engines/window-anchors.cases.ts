/** What the kernels `windowAnchors` and `windowKeys` make of a text, for the tests of both and of the room that calls them. */
import { letterTable } from '../canonicalize/index.ts';
import type { Heap } from './heap.ts';
import type { Kernels } from './kernels.ts';
import { ANCHOR_BYTES, ENDS_AT, KEY_BYTES, WORK_BYTES } from './layouts/window-anchors.ts';

/** @param room Words that are read at most. */
export function windowsOf(heap: Heap, kernels: Kernels, bytes: Uint8Array, least: number, room: number) {
  const sizes = [bytes.length + 1, room * WORK_BYTES, room * Math.max(ANCHOR_BYTES, KEY_BYTES), 12];
  const [text, work, out, read] = heap.allocateAll(sizes);
  const letters = heap.place(letterTable());
  heap.u8.set(bytes, text);
  // what comes after must not count
  heap.u8.fill(0x80, text + bytes.length, text + bytes.length + 64);
  const asked = { text, bytes: bytes.length, letters, least, room, work, out, read };
  const count = kernels.windowAnchors(asked);
  const numbers = (at: number, length: number) => [...heap.u32.subarray(at / 4, at / 4 + length)];
  const [words, end, windows] = numbers(read, 3);
  const anchors = numbers(out, (count * ANCHOR_BYTES) / 4);
  const hashes = numbers(work, 2 * words);
  const ends = numbers(work + ENDS_AT * room, windows);
  const keysFrom = (first: number) => {
    kernels.windowKeys({ work, room, first, count: windows - first, out });
    return numbers(out, (windows - first) * (KEY_BYTES / 4));
  };
  const [keys, lastKeys] = [keysFrom(0), keysFrom(windows >>> 1)];
  for (const block of [text, work, out, read, letters]) heap.release(block);
  return { words, end, anchors, hashes, ends, keys, lastKeys };
}
