import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Address, Heap, plus } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { loadKernels } from '../load.ts';
import { placeTexts } from '../place-texts.cases.ts';
import { drawCount, occurrenceWeight } from '../scalar/topsig.ts';
import { generator, words } from './simhash.cases.ts';

const SLOTS = 1 << 20;
const heap = new Heap();
const engines = {} as Record<'scalar' | 'wasm', Kernels>;
let weights: Address = 0;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
  const random = generator(3);
  weights = heap.place(Uint8Array.from({ length: SLOTS }, () => random(256)));
});

/** Signatures and masks of all texts, as bytes. */
function signatures(kernels: Kernels, texts: readonly Uint8Array[], width: number): Uint8Array {
  const { text, offsets } = placeTexts(heap, texts);
  const size = (texts.length * width) / 8;
  const out = heap.allocate(2 * size);
  kernels.topsig({ text, offsets, count: texts.length, width, weights, out, masks: plus(out, size) });
  const found = heap.u8.slice(out, out + 2 * size);
  for (const block of [text, offsets, out]) heap.release(block);
  return found;
}

function counts(kernels: Kernels, texts: readonly Uint8Array[]): Uint32Array {
  const { text, offsets } = placeTexts(heap, texts);
  const table = heap.allocate(4 * SLOTS);
  heap.u8.fill(0, table, table + 4 * SLOTS);
  kernels.termCounts(text, offsets, texts.length, table);
  const found = heap.u32.slice(table / 4, table / 4 + SLOTS);
  for (const block of [text, offsets, table]) heap.release(block);
  return found;
}

describe('the wasm topsig gives the bits of the scalar one', () => {
  test('wasm gives the topsig bits of scalar for texts of any length, at every kind of width', () => {
    const texts = [0, 1, 2, 5, 40, 300, 2500].map((length, i) => words(length, i));
    for (const width of [64, 128, 192, 448, 1024, 4096]) {
      expect(signatures(engines.wasm, texts, width)).toEqual(signatures(engines.scalar, texts, width));
    }
  });

  test('wasm gives the topsig bits of scalar for random canonical texts', () => {
    const word = fc.string({ minLength: 1, maxLength: 30 }).map((text) => text.replaceAll(/[\0-\x20]/g, 'x'));
    const text = fc.array(word, { maxLength: 60 }).map((list) => Buffer.from(list.join(' ')));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (texts) => {
        expect(signatures(engines.wasm, texts, 256)).toEqual(signatures(engines.scalar, texts, 256));
      }),
      { numRuns: 40 },
    );
  });

  test('wasm gives the topsig bits of scalar for a document with more distinct terms than the table holds, counts included', () => {
    const texts = [words(25_000, 1, 40_000), words(10, 2)];
    expect(signatures(engines.wasm, texts, 1024)).toEqual(signatures(engines.scalar, texts, 1024));
    // toEqual takes ten seconds for a million numbers
    const [found, expected] = [engines.wasm, engines.scalar].map((kernels) => counts(kernels, texts));
    expect(Buffer.compare(Buffer.from(found.buffer), Buffer.from(expected.buffer))).toBe(0);
  });
});

describe('topsig', () => {
  test('counts a term once in every document that has it', () => {
    const texts = ['one two two', 'two three', ''].map((text) => Buffer.from(text));
    for (const kernels of Object.values(engines)) {
      expect([...counts(kernels, texts)].filter((count) => count > 0).sort()).toEqual([1, 1, 2]);
    }
  });

  test('gives equal texts equal signatures, and texts of the same words in another order too', () => {
    const texts = ['red green blue', 'blue red green', 'red green blue'].map((text) => Buffer.from(text));
    const found = signatures(engines.wasm, texts, 1024);
    expect(found.slice(128, 256)).toEqual(found.slice(0, 128));
    expect(found.slice(256, 384)).toEqual(found.slice(0, 128));
  });

  test('keeps texts that share most words near, and others far', () => {
    const base = words(200, 1);
    const changed = Buffer.concat([base, Buffer.from(' changed')]);
    const found = signatures(engines.wasm, [base, changed, words(200, 2)], 1024);
    const distance = (a: number, b: number) => {
      let sum = 0;
      for (let i = 0; i < 128; i++)
        sum += (found[128 * a + i] ^ found[128 * b + i]).toString(2).replaceAll('0', '').length;
      return sum;
    };
    expect(distance(0, 1)).toBeLessThan(80);
    expect(distance(0, 2)).toBeGreaterThan(350);
  });

  test('leaves about a 21st of a term’s vector not zero, and weighs occurrences by their logarithm', () => {
    expect([64, 1024, 4096].map(drawCount)).toEqual([4, 24, 96]);
    expect([1, 2, 3, 4, 8, 1000].map(occurrenceWeight)).toEqual([16, 27, 32, 38, 49, 125]);
  });
});
