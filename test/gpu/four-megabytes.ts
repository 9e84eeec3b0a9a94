/** A document of 4 MB, as in paper C: the image of the GPU is that of wasm. */
import { expect } from 'vitest';
import { Heap } from '../../src/engines/heap.ts';
import { loadKernels } from '../../src/engines/load.ts';
import { type ShingleForm, shingleRoom, shingleShape } from '../../src/engines/shingle-shape.ts';
import { words } from '../../src/engines/wasm/simhash.cases.ts';

/** @param shinglesOf All shingles of a text, as the GPU gives them. */
export async function fourMegabytes(
  shinglesOf: (text: Uint8Array, form: ShingleForm) => Promise<BigUint64Array>,
): Promise<void> {
  const text = words(620_000, 9);
  expect(text.length).toBeGreaterThan(4e6);
  const heap = new Heap();
  const wasm = await loadKernels('wasm', heap);
  const at = heap.place(Buffer.concat([text, Buffer.of(0)]));
  const out = heap.allocate(16 * shingleRoom(text.length, 3));
  for (const checksum of ['fast', 'crc32', 'md5'] as const) {
    const form = { width: 3, order: 'sorted', checksum } as const;
    const count = wasm.shingles(at, text.length, shingleShape(form), 0, 0, out);
    const values = await shinglesOf(text, form);
    expect(values.length).toBe(count);
    // not toEqual, which would print a million numbers
    const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    expect(bytes.equals(heap.u8.subarray(out, out + 8 * count))).toBe(true);
  }
}
