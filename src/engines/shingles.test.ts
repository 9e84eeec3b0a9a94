import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Heap } from './heap.ts';
import type { Kernels, KernelsName } from './kernels.ts';
import { loadKernels } from './load.ts';
import { NO_SEED, randomSeed } from './seed.ts';
import { Shape, type ShingleForm, shingleRoom, shingleShape } from './shingle-shape.ts';
import { anyForm, anyText, shingleCases } from './shingles.cases.ts';
import { words } from './wasm/simhash.cases.ts';

const heap = new Heap();
const engines = {} as Record<KernelsName, Kernels>;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
});

/** The shingles of a text; fails where the kernel writes beyond its room. */
function shingles(kernels: Kernels, text: string | Uint8Array, form: ShingleForm, seed = NO_SEED): bigint[] {
  const bytes = Buffer.concat([Buffer.from(text), Buffer.of(0)]);
  const shape = shingleShape(form);
  const at = heap.place(bytes);
  const room = 16 * shingleRoom(bytes.length - 1, shape);
  const out = heap.allocate(room + 64);
  heap.u8.fill(0xa5, out + room, out + room + 64);
  const count = kernels.shingles(at, bytes.length - 1, shape, seed.low, seed.high, out);
  const values = Array.from(heap.u64.subarray(out / 8, out / 8 + count));
  expect(heap.u8.subarray(out + room, out + room + 64).every((byte) => byte === 0xa5)).toBe(true);
  heap.release(at);
  heap.release(out);
  return values;
}

describe('shingles, wasm as scalar, bit for bit', () => {
  test('wasm gives the shingles of scalar in every shape, of texts with words and sentences of any length', () => {
    fc.assert(
      fc.property(anyText, anyForm, (text, form) => {
        const seed = randomSeed();
        expect(shingles(engines.wasm, text, form)).toEqual(shingles(engines.scalar, text, form));
        expect(shingles(engines.wasm, text, form, seed)).toEqual(shingles(engines.scalar, text, form, seed));
      }),
      { numRuns: 200 },
    );
  });

  test('wasm gives the shingles of scalar in every shape, of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), anyForm, (text, form) => {
        const seed = randomSeed();
        expect(shingles(engines.wasm, text, form)).toEqual(shingles(engines.scalar, text, form));
        expect(shingles(engines.wasm, text, form, seed)).toEqual(shingles(engines.scalar, text, form, seed));
      }),
      { numRuns: 200 },
    );
  });

  test('wasm gives the shingles of 3,000 and 60,000 words that scalar gives, by all ways to sort', () => {
    for (const count of [3000, 60_000]) {
      for (const form of [
        { width: 3 },
        { width: 1 },
        { width: 3, order: 'sorted' },
        { width: 3, checksum: 'crc32' },
      ] as const) {
        const text = words(count, count);
        expect(shingles(engines.wasm, text, form)).toEqual(shingles(engines.scalar, text, form));
      }
    }
  });

  test('wasm gives the shingles of a sentence of 30,000 words that scalar gives', () => {
    const text = words(30_000, 4);
    for (const checksum of ['fast', 'md5'] as const) {
      const form = { width: 1, unit: 'sentence', order: 'free', checksum } as const;
      expect(shingles(engines.wasm, text, form)).toEqual(shingles(engines.scalar, text, form));
    }
  });
});

for (const name of ['scalar', 'wasm'] as const) {
  shingleCases(name, async (text, form) => shingles(engines[name], text, form));
}

describe('shapes', () => {
  test('a plain number is the shape of that number of words', () => {
    expect(shingleShape({ width: 3 })).toBe(3);
  });

  test('what is out of range is refused', () => {
    expect(() => shingleShape({ width: 0 })).toThrow(
      'Expected `width` to be an integer from 1 to 64, got `0`',
    );
    expect(() => shingleShape({ width: 3, step: 65 })).toThrow('`step`');
    expect(() => shingleShape({ width: 3, unit: 'line' as never })).toThrow('`unit`');
  });

  test('only characters need room for one shingle a byte', () => {
    expect(shingleRoom(100, 3)).toBe(52);
    expect(shingleRoom(100, 3 | Shape.character)).toBe(102);
  });
});
