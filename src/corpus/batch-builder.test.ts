import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Heap } from '../engines/index.ts';
import { BatchBuilder, type TextBatch } from './batch-builder.ts';

/** The texts of a batch, as the layout of the kernels says. */
function textsOf(heap: Heap, batch: TextBatch): string[] {
  const offsets = heap.u32.subarray(batch.offsets / 4, batch.offsets / 4 + batch.count + 1);
  expect(offsets[batch.count]).toBe(batch.bytes);
  return Array.from({ length: batch.count }, (_, i) => {
    expect(heap.u8[batch.text + offsets[i + 1] - 1]).toBe(0);
    return Buffer.from(heap.u8.slice(batch.text + offsets[i], batch.text + offsets[i + 1] - 1)).toString();
  });
}

test('texts are not changed, and are numbered without a gap, whatever the limits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'binary', maxLength: 300 }), fc.boolean()), { maxLength: 60 }),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 10 }),
      (texts, bytes, documents) => {
        const heap = new Heap();
        const builder = new BatchBuilder(heap, { bytes, documents });
        const batches = texts.flatMap(([text, asBytes]) => builder.add(asBytes ? Buffer.from(text) : text));
        const last = builder.finish();
        if (last !== undefined) batches.push(last);
        const expected = texts.map(([text]) => Buffer.from(text).toString());
        expect(batches.flatMap((batch) => textsOf(heap, batch))).toEqual(expected);
        let next = 0;
        for (const batch of batches) {
          expect(batch.first).toBe(next);
          expect(batch.count).toBeGreaterThan(0);
          next += batch.count;
        }
        expect(next).toBe(texts.length);
      },
    ),
    { numRuns: 60 },
  );
});

test('a text larger than the limit gets a batch of its own', () => {
  const heap = new Heap();
  const builder = new BatchBuilder(heap, { bytes: 100, documents: 10 });
  const batches = [...builder.add('small'), ...builder.add('ї'.repeat(5000)), ...builder.add('small too')];
  expect(batches.map((batch) => batch.count)).toEqual([1, 1]);
  expect(textsOf(heap, batches[1])).toEqual(['ї'.repeat(5000)]);
});
