import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Heap } from './heap.ts';
import type { EngineName, Kernels } from './kernels.ts';
import { loadKernels } from './load.ts';
import { shingleRoom, shingleShape } from './shingle-shape.ts';
import { generator, words } from './wasm/simhash.cases.ts';

const heap = new Heap();
const engines = {} as Record<EngineName, Kernels>;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
});

function bandKeys(
  kernels: Kernels,
  documents: readonly Uint8Array[],
  shape: number,
  bands: number,
  rows: number,
) {
  const ends = [0];
  for (const document of documents) ends.push(ends[ends.length - 1] + document.length + 1);
  const text = heap.place(Buffer.concat(documents.flatMap((document) => [document, Buffer.of(0)])));
  const offsets = heap.place(Uint32Array.from(ends));
  const longest = documents.reduce((most, document) => Math.max(most, document.length), 0);
  const work = heap.allocate(16 * shingleRoom(longest, shape));
  const out = heap.allocate(8 * documents.length * bands);
  kernels.bandKeys(text, offsets, documents.length, shape, bands, rows, work, out);
  const keys = heap.u64.slice(out / 8, out / 8 + documents.length * bands);
  for (const block of [text, offsets, work, out]) heap.release(block);
  return keys;
}

describe('band keys', () => {
  test('wasm gives the keys of the scalar kernel, whatever the shape and the documents', () => {
    const document = fc
      .array(fc.constantFrom('a', 'b', 'cd', 'ї', 'x'.repeat(70), 'y'.repeat(700)), { maxLength: 30 })
      .map((parts) => Buffer.from(parts.join(' ')));
    const form = fc.record({
      width: fc.integer({ min: 1, max: 9 }),
      step: fc.integer({ min: 1, max: 3 }),
      unit: fc.constantFrom(...(['word', 'character', 'sentence', 'sentence-word'] as const)),
      order: fc.constantFrom('strict' as const, 'free' as const),
    });
    const bands = fc.constantFrom([4, 1], [4, 3], [24, 6], [64, 4], [4, 64], [256, 1]);
    fc.assert(
      fc.property(fc.array(document, { maxLength: 6 }), form, bands, (documents, shape, [b, r]) => {
        const [left, right] = [engines.wasm, engines.scalar].map((kernels) =>
          bandKeys(kernels, documents, shingleShape(shape), b, r),
        );
        expect(left).toEqual(right);
      }),
      { numRuns: 60 },
    );
  });

  test('wasm gives the keys of the scalar kernel for a document of many fills', () => {
    const documents = [words(6000, 1), words(3, 2), words(2000, 3)];
    expect(bandKeys(engines.wasm, documents, 3, 24, 6)).toEqual(
      bandKeys(engines.scalar, documents, 3, 24, 6),
    );
  });

  test('wasm gives the keys of the scalar kernel for a document of many fills with few distinct words', () => {
    const documents = [
      Buffer.from('a '.repeat(5000).trim()),
      Buffer.from('one two three '.repeat(3000).trim()),
    ];
    for (const form of [{ width: 3 }, { width: 2, unit: 'character' as const }]) {
      const [left, right] = [engines.wasm, engines.scalar].map((kernels) =>
        bandKeys(kernels, documents, shingleShape(form), 24, 6),
      );
      expect(left).toEqual(right);
      expect(new Set(left).size).toBe(48);
    }
  });

  test('documents that share one phrase have no key in common, whatever the phrase', () => {
    const phrases = ['cifa ciri dofo', 'one two three', 'a a a'];
    const documents = Array.from({ length: 300 }, (_, i) =>
      Buffer.from(`${words(40, i + 1)} ${phrases.join(' ')} ${words(40, i + 1001)}`),
    );
    const keys = bandKeys(engines.wasm, documents, 3, 24, 6);
    expect(new Set(keys).size).toBeGreaterThan(0.99 * keys.length);
  });

  test('two documents have a min-hash in common as often as they resemble each other', () => {
    const random = generator(5);
    for (const shared of [2, 8, 30, 200]) {
      // one-word shingles: `shared` words in both, a quarter as many in each alone
      const own = Math.ceil(shared / 4);
      const resemblance = shared / (shared + 2 * own);
      const documents: Buffer[] = [];
      for (let pair = 0; pair < 60; pair++) {
        const word = () => `w${random(2 ** 30)}`;
        const common = Array.from({ length: shared }, word);
        for (let side = 0; side < 2; side++) {
          documents.push(Buffer.from([...common, ...Array.from({ length: own }, word)].join(' ')));
        }
      }
      const hashes = 128;
      const keys = bandKeys(engines.wasm, documents, 1, hashes, 1);
      let equal = 0;
      for (let pair = 0; pair < 60; pair++) {
        for (let i = 0; i < hashes; i++)
          equal += keys[2 * pair * hashes + i] === keys[(2 * pair + 1) * hashes + i] ? 1 : 0;
      }
      expect(Math.abs(equal / (60 * hashes) - resemblance)).toBeLessThan(0.03);
    }
  });
});

describe('rarity', () => {
  test('shingles are ranked by how often they were counted, the same in wasm and scalar', () => {
    const list = fc.uniqueArray(fc.bigInt({ min: 0n, max: 40n }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 8 }), (lists) => {
        // the counter is in the highest four bits, so values share counters
        const sets = lists.map((values) =>
          BigUint64Array.from(values.map((value) => (value * 0x1234567890abcden) << 8n)).sort(),
        );
        const results = [engines.wasm, engines.scalar].map((kernels) => {
          const counters = heap.place(new Uint8Array(16));
          for (const set of sets) {
            const at = heap.place(set);
            kernels.countShingles(at, set.length, counters, 4);
            heap.release(at);
          }
          const values = heap.place(sets[0]);
          const out = heap.allocate(8 * sets[0].length);
          const unique = kernels.rankShingles(values, sets[0].length, counters, 4, out);
          const ranked = heap.u64.slice(out / 8, out / 8 + sets[0].length);
          const counted = heap.u8.slice(counters, counters + 16);
          for (const block of [counters, values, out]) heap.release(block);
          return { unique, ranked, counted };
        });
        expect(results[0]).toEqual(results[1]);
        const { ranked, counted } = results[0];
        const rarity = Array.from(ranked, (value) => counted[Number(value >> 60n)]);
        expect(rarity).toEqual([...rarity].sort((a, b) => a - b));
        expect(BigUint64Array.from(ranked).sort()).toEqual(sets[0]);
      }),
    );
  });

  test('counters stop at 128', () => {
    const counters = heap.place(new Uint8Array(2));
    const values = heap.place(new BigUint64Array(1000).fill(2n ** 63n));
    for (const kernels of [engines.wasm, engines.scalar]) kernels.countShingles(values, 1000, counters, 1);
    expect([heap.u8[counters], heap.u8[counters + 1]]).toEqual([0, 128]);
  });
});
