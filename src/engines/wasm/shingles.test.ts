import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { loadKernels } from '../load.ts';
import { placeTexts } from '../place-texts.cases.ts';
import { randomBytes, words } from './simhash.cases.ts';

describe('content hashes and shingles', () => {
  let heap: Heap;
  let wasm: Kernels;
  let scalar: Kernels;

  beforeAll(async () => {
    heap = new Heap();
    wasm = await loadKernels('wasm', heap);
    scalar = await loadKernels('scalar', heap);
  });

  function shingles(kernels: Kernels, text: Uint8Array, width: number): bigint[] {
    const at = heap.place(Buffer.concat([text, Buffer.of(0)]));
    const out = heap.allocate(16 * (text.length + 2));
    const count = kernels.shingles(at, text.length, width, 1, 2, out);
    const values = Array.from(heap.u64.subarray(out / 8, out / 8 + count));
    heap.release(at);
    heap.release(out);
    return values;
  }

  function hashes(kernels: Kernels, documents: readonly Uint8Array[]): bigint[] {
    const { text, offsets } = placeTexts(heap, documents);
    const out = heap.allocate(16 * documents.length);
    kernels.contentHash(text, offsets, documents.length, out);
    const halves = heap.u64.subarray(out / 8, out / 8 + 2 * documents.length);
    const values = documents.map((_, i) => halves[2 * i] | (halves[2 * i + 1] << 64n));
    for (const block of [text, offsets, out]) heap.release(block);
    return values;
  }

  test('wasm and scalar give the same shingles of random bytes of every length and width', () => {
    for (let length = 0; length <= 600; length++) {
      const text = randomBytes(length, length);
      const width = 1 + (length % 16);
      expect(shingles(wasm, text, width)).toEqual(shingles(scalar, text, width));
    }
  });

  test('wasm and scalar give the same shingles of texts with words of any length, many repeated', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom('a', 'bc', 'ї', '中文', 'x'.repeat(200), 'y'.repeat(5000)), fc.nat(3)),
          {
            maxLength: 80,
          },
        ),
        fc.integer({ min: 1, max: 16 }),
        (parts, width) => {
          const text = Buffer.from(parts.map(([word, spaces]) => word + ' '.repeat(spaces)).join(' '));
          expect(shingles(wasm, text, width)).toEqual(shingles(scalar, text, width));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('texts of 50, 5,000 and 60,000 words, all ways to sort, agree between wasm and scalar', () => {
    for (const count of [50, 5000, 60_000]) {
      const text = words(count, count);
      expect(shingles(wasm, text, 3)).toEqual(shingles(scalar, text, 3));
    }
  });

  test('shingles are ascending and distinct, one for each run of words', () => {
    for (const kernels of [wasm, scalar]) {
      const values = shingles(kernels, Buffer.from('a b c a b c d'), 3);
      expect(values).toHaveLength(4); // abc bca cab bcd
      expect(values).toEqual([...new Set(values)].sort((x, y) => (x < y ? -1 : 1)));
    }
  });

  test('a text shorter than a shingle is one shingle, an empty text has none', () => {
    for (const kernels of [wasm, scalar]) {
      expect(shingles(kernels, Buffer.from('one two'), 3)).toHaveLength(1);
      expect(shingles(kernels, Buffer.from(''), 3)).toHaveLength(0);
      expect(shingles(kernels, Buffer.from('cat'), 3)).not.toEqual(shingles(kernels, Buffer.from('dog'), 3));
    }
  });

  test('word boundaries and word order count', () => {
    for (const kernels of [wasm, scalar]) {
      const of = (text: string) => shingles(kernels, Buffer.from(text), 3)[0];
      expect(new Set([of('ab c d'), of('a bc d'), of('c d ab'), of('ab c'), of('abc d')]).size).toBe(5);
    }
  });

  test('the intersection counts what two sets share, as a Set does', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.bigInt({ min: 0n, max: 60n })),
        fc.uniqueArray(fc.bigInt({ min: 0n, max: 60n })),
        (a, b) => {
          const ascending = (values: bigint[]) => BigUint64Array.from(values.map((v) => v << 57n)).sort();
          const left = heap.place(ascending(a));
          const right = heap.place(ascending(b));
          const expected = a.filter((value) => b.includes(value)).length;
          for (const kernels of [wasm, scalar]) {
            expect(kernels.intersect(left, a.length, right, b.length)).toBe(expected);
          }
          heap.release(left);
          heap.release(right);
        },
      ),
    );
  });

  test('wasm and scalar give the same content hash for every length, and every byte matters', () => {
    const documents = Array.from({ length: 300 }, (_, length) => randomBytes(length, 7 * length));
    expect(hashes(wasm, documents)).toEqual(hashes(scalar, documents));
    const text = randomBytes(37, 1);
    const changed = Array.from(text, (_, i) => text.map((byte, j) => (i === j ? byte ^ 1 : byte)));
    const seen = hashes(wasm, [text, ...changed, text.subarray(0, 36), Buffer.from([...text, 0])]);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
