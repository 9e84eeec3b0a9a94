import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { bandKeyCases, bandKeysOf } from './bands.cases.ts';
import { Heap } from './heap.ts';
import type { Kernels, KernelsName } from './kernels.ts';
import { loadKernels } from './load.ts';
import { generator, words } from './wasm/simhash.cases.ts';

const heap = new Heap();
const engines = {} as Record<KernelsName, Kernels>;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
});

bandKeyCases('wasm', async (...batch) => bandKeysOf(engines.wasm, heap, ...batch));

describe('band keys', () => {
  test('documents that share one phrase have no key in common, whatever the phrase', () => {
    const phrases = ['cifa ciri dofo', 'one two three', 'a a a'];
    const documents = Array.from({ length: 300 }, (_, i) =>
      Buffer.from(`${words(40, i + 1)} ${phrases.join(' ')} ${words(40, i + 1001)}`),
    );
    const keys = bandKeysOf(engines.wasm, heap, documents, 3, 24, 6);
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
      const keys = bandKeysOf(engines.wasm, heap, documents, 1, hashes, 1);
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

  test('shingles of earlier texts count as met, those of the same text do not, the same in wasm and scalar', () => {
    const list = fc.uniqueArray(fc.bigInt({ min: 0n, max: 60n }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 8 }), (lists) => {
        const sets = lists.map((values) =>
          BigUint64Array.from(values, (value) => value * 0x9e3779b97f4a7c15n),
        );
        const results = [engines.wasm, engines.scalar].map((kernels) => {
          const filter = heap.place(new Uint8Array(2 ** 13));
          const met = sets.map((set) => {
            const at = heap.place(set);
            const count = kernels.meetShingles(at, set.length, filter, 2 ** 16 - 1);
            heap.release(at);
            return count;
          });
          const bits = heap.u8.slice(filter, filter + 2 ** 13);
          heap.release(filter);
          return { met, bits };
        });
        expect(results[0]).toEqual(results[1]);
        const before = new Set<bigint>();
        const really = sets.map((set) => {
          const count = set.filter((value) => before.has(value)).length;
          for (const value of set) before.add(value);
          return count;
        });
        // so few values share no bit
        expect(results[0].met).toEqual(really);
      }),
    );
  });
});
