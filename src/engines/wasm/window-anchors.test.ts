import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { utf8Bytes } from '../../platform/bytes.ts';
import { Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { loadKernels } from '../load.ts';
import { windowsOf } from '../window-anchors.cases.ts';

const heap = new Heap();
const engines = {} as Record<'scalar' | 'wasm', Kernels>;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
});

// few words, so that runs repeat; unspaced scripts of three and four bytes; huge words; bytes that are no UTF-8; separators in a row
const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'word', 'слово') },
  { weight: 3, arbitrary: fc.constantFrom('中', '文', '𠀀', 'ก', '', '\0') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 5000 }).map((length) => 'x'.repeat(length)) },
);
const text = fc.array(word, { maxLength: 120 }).map((words) => utf8Bytes(words.join(' ')));
// equal runs in one window
const periodic = fc
  .tuple(
    fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 6 }),
    fc.integer({ max: 60, min: 1 }),
  )
  .map(([words, times]) => utf8Bytes(Array.from({ length: times }, () => words.join(' ')).join(' ')));
const bytes = fc.oneof(
  { weight: 3, arbitrary: periodic },
  { weight: 5, arbitrary: text },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
);

test('wasm finds the words, windows, anchors and keys that the scalar kernels find, in any bytes and with any room', () => {
  fc.assert(
    fc.property(
      bytes,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 200 }),
      (own, least, room) => {
        expect(windowsOf(heap, engines.wasm, own, least, room)).toEqual(
          windowsOf(heap, engines.scalar, own, least, room),
        );
      },
    ),
    { numRuns: 400 },
  );
});
