import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Address, Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { SimhashMode } from '../layouts/modes.ts';
import { loadKernels } from '../load.ts';
import { placeTexts } from '../place-texts.cases.ts';
import { addWeighted, signsOf } from '../scalar/weighted-simhash.ts';
import { generator, words } from './simhash.cases.ts';

const SLOTS = 1 << 20;
const { mixed, sets, tiesToOne } = SimhashMode;
const heap = new Heap();
const engines = {} as Record<'scalar' | 'wasm', Kernels>;
let weights: Address = 0;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
  const random = generator(5);
  weights = heap.place(Uint8Array.from({ length: SLOTS }, () => random(6)));
});

function fingerprints(
  kernels: Kernels,
  texts: readonly Uint8Array[],
  mode: number,
  table = weights,
): string[] {
  const { text, offsets } = placeTexts(heap, texts);
  const out = heap.allocate(8 * texts.length);
  kernels.weightedSimhash(text, offsets, texts.length, table, mode, out);
  const found = [...heap.u64.slice(out / 8, out / 8 + texts.length)].map((value) => value.toString(16));
  for (const block of [text, offsets, out]) heap.release(block);
  return found;
}

describe('weighted simhash', () => {
  test('weighs as paper D does: 9 -9 1 -1 1 9 for its first two words', () => {
    // the paper prints the highest bit first
    const value = (bits: string) => Uint32Array.of(Number.parseInt([...bits].reverse().join(''), 2), 0);
    const sums = new Float64Array(6);
    addWeighted(sums, value('100101'), 4);
    expect([...sums]).toEqual([4, -4, -4, 4, -4, 4]);
    addWeighted(sums, value('101011'), 5);
    expect([...sums]).toEqual([9, -9, 1, -1, 1, 9]);
    expect(signsOf(sums, false)).toEqual(value('101011'));
  });

  test('gives the bits of the scalar kernel for texts of any length, as sets and as counts', () => {
    const texts = [0, 1, 2, 3, 5, 40, 300, 2500, 40_000].map((length, i) => words(length, i));
    for (const mode of [0, sets, tiesToOne, sets | tiesToOne, mixed | sets]) {
      expect(fingerprints(engines.wasm, texts, mode)).toEqual(fingerprints(engines.scalar, texts, mode));
    }
  });

  test('gives the bits of the scalar kernel for more distinct words than the table holds', () => {
    const texts = [words(25_000, 1, 40_000), words(10, 2)];
    expect(fingerprints(engines.wasm, texts, sets)).toEqual(fingerprints(engines.scalar, texts, sets));
  });

  test('gives the bits of the scalar kernel for random canonical texts', () => {
    const word = fc.string({ minLength: 1, maxLength: 30 }).map((text) => text.replaceAll(/[\0-\x20]/g, 'x'));
    const text = fc.array(word, { maxLength: 60 }).map((list) => Buffer.from(list.join(' ')));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), fc.integer({ min: 0, max: 7 }), (texts, mode) => {
        expect(fingerprints(engines.wasm, texts, mode)).toEqual(fingerprints(engines.scalar, texts, mode));
      }),
      { numRuns: 60 },
    );
  });

  test('weighted simhash is the plain simhash if all words weigh the same, and 0 if none has weight', () => {
    const texts = [words(30, 1), words(300, 2)];
    const [same, none] = [3, 0].map((weight) => heap.place(new Uint8Array(SLOTS).fill(weight)));
    const plain = texts.map((each) => {
      const { text, offsets } = placeTexts(heap, [each]);
      const out = heap.allocate(8);
      engines.wasm.simhash(text, offsets, 1, mixed | sets, out);
      return heap.u64[out / 8].toString(16);
    });
    for (const kernels of Object.values(engines)) {
      expect(fingerprints(kernels, texts, mixed | sets, same)).toEqual(plain);
      expect(fingerprints(kernels, texts, mixed | tiesToOne, none)).toEqual(['0', '0']);
    }
  });
});
