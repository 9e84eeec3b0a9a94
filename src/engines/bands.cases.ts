/** Cases of `bandKeys` for every engine: the keys are those of the scalar kernel. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Heap } from './heap.ts';
import type { Kernels } from './kernels.ts';
import { placeTexts } from './place-texts.cases.ts';
import { scalarKernels } from './scalar/kernels.ts';
import { shingleRoom, shingleShape } from './shingle-shape.ts';
import { words } from './wasm/simhash.cases.ts';

/** A canonical batch of these documents on a heap, with room for its keys. `release` frees all of it. */
export function placeDocuments(heap: Heap, documents: readonly Uint8Array[], shape: number, bands: number) {
  const { text, offsets } = placeTexts(heap, documents);
  const longest = documents.reduce((most, document) => Math.max(most, document.length), 0);
  const work = heap.allocate(16 * shingleRoom(longest, shape));
  const out = heap.allocate(8 * documents.length * bands);
  return {
    text,
    offsets,
    work,
    out,
    keys: () => heap.u64.slice(out / 8, out / 8 + documents.length * bands),
    release: () => {
      for (const block of [text, offsets, work, out]) heap.release(block);
    },
  };
}

export function bandKeysOf(
  kernels: Kernels,
  heap: Heap,
  documents: readonly Uint8Array[],
  shape: number,
  bands: number,
  rows: number,
): BigUint64Array {
  const { text, offsets, work, out, keys, release } = placeDocuments(heap, documents, shape, bands);
  kernels.bandKeys({ text, offsets, count: documents.length, shape, bands, rows, work, out });
  const all = keys();
  release();
  return all;
}

/** The keys that an engine gives, or undefined if it leaves this to another one. */
export type KeysOf = (
  documents: readonly Uint8Array[],
  shape: number,
  bands: number,
  rows: number,
) => Promise<BigUint64Array | undefined>;

export function bandKeyCases(name: string, keysOf: KeysOf, numRuns = 60): void {
  const heap = new Heap();
  const scalar = scalarKernels(heap);
  const expectSame: (...batch: Parameters<KeysOf>) => Promise<void> = async (...batch) => {
    const keys = await keysOf(...batch);
    if (keys !== undefined) expect(keys).toEqual(bandKeysOf(scalar, heap, ...batch));
  };

  describe(`band keys, ${name}`, () => {
    test('band keys are those of the scalar kernel, whatever the shape and the documents', async () => {
      const document = fc
        .array(fc.constantFrom('a', 'b', 'cd', 'ї', 'x'.repeat(70), 'y'.repeat(700)), { maxLength: 30 })
        .map((parts) => Buffer.from(parts.join(' ')));
      const form = fc.record({
        width: fc.integer({ min: 1, max: 9 }),
        step: fc.integer({ min: 1, max: 3 }),
        unit: fc.constantFrom('word' as const, 'character' as const, 'sentence' as const),
        order: fc.constantFrom('classic' as const, 'sorted' as const, 'free' as const),
      });
      const bands = fc.constantFrom([4, 1], [4, 3], [24, 6], [64, 4], [4, 64], [256, 1]);
      await fc.assert(
        fc.asyncProperty(fc.array(document, { maxLength: 6 }), form, bands, (documents, shape, [b, r]) =>
          expectSame(documents, shingleShape(shape), b, r),
        ),
        { numRuns },
      );
    });

    test('band keys are those of the scalar kernel for a document of many fills', async () => {
      await expectSame([words(6000, 1), words(3, 2), words(2000, 3)], 3, 24, 6);
    });

    test('band keys are those of the scalar kernel for a document of many fills with few distinct words', async () => {
      const documents = [
        Buffer.from('a '.repeat(5000).trim()),
        Buffer.from('one two three '.repeat(3000).trim()),
      ];
      for (const form of [{ width: 3 }, { width: 2, unit: 'character' as const }]) {
        await expectSame(documents, shingleShape(form), 24, 6);
        expect(new Set(await keysOf(documents, shingleShape(form), 24, 6)).size).toBe(48);
      }
    });

    test('band keys of documents without words are those of the scalar kernel, and all the same', async () => {
      const documents = ['', ' ', '', 'a', ''].map((text) => Buffer.from(text));
      await expectSame(documents, 3, 24, 6);
      expect(new Set(await keysOf(documents, 3, 24, 6)).size).toBe(48);
    });
  });
}
