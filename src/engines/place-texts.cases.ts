/** A batch of texts on a heap, as kernels take it. */
import type { Address, Heap } from './heap.ts';

export interface PlacedTexts {
  /** Where the first text begins. A NUL ends each. */
  readonly text: Address;
  /** Where the table is that says where each text begins, and where the last one ends. */
  readonly offsets: Address;
  readonly count: number;
  /** Of all texts, NULs included. */
  readonly bytes: number;
}

/**
 * The caller releases `text` and `offsets`.
 * @param around The byte that fills 64 places before and after the texts, where nothing may matter; undefined to leave them alone.
 */
export function placeTexts(
  heap: Heap,
  texts: readonly (string | Uint8Array)[],
  around?: number,
): PlacedTexts {
  const parts = texts.map((text) => (typeof text === 'string' ? Buffer.from(text) : text));
  const ends = new Uint32Array(parts.length + 1);
  parts.forEach((part, i) => {
    ends[i + 1] = ends[i] + part.length + 1;
  });
  const bytes = ends[parts.length];
  const text = heap.allocate(bytes);
  if (around !== undefined) heap.u8.fill(around, text - 64, text + bytes + 64);
  parts.forEach((part, i) => {
    heap.u8.set(part, text + ends[i]);
    heap.u8[text + ends[i + 1] - 1] = 0;
  });
  return { text, offsets: heap.place(ends), count: parts.length, bytes };
}
