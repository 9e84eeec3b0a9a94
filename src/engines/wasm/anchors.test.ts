import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { placeBytes } from '../layouts/batches.ts';
import { loadKernels } from '../load.ts';
import { placeTexts } from '../place-texts.cases.ts';

const heap = new Heap();
const engines = {} as Record<'scalar' | 'wasm', Kernels>;

beforeAll(async () => {
  engines.scalar = await loadKernels('scalar', heap);
  engines.wasm = await loadKernels('wasm', heap);
});

/** The anchors of the texts: hashes and numbers of documents in turn. */
function anchorsOf(kernels: Kernels, texts: readonly string[]): Uint32Array {
  const { text, offsets, bytes } = placeTexts(heap, texts);
  const out = heap.allocate(placeBytes(bytes, texts.length));
  const count = kernels.anchors(text, offsets, texts.length, out);
  const found = heap.u32.slice(out / 4, out / 4 + 2 * count);
  for (const block of [text, offsets, out]) heap.release(block);
  return found;
}

// few words, so that runs repeat; bytes of all kinds; several separators in a row
const word = fc.oneof(
  fc.constantFrom('a', 'b', 'word'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
);
const texts = fc.array(
  fc
    .array(fc.tuple(word, fc.constantFrom(' ', '\0', '\x1e')), { maxLength: 40 })
    .map((all) => all.flat().join('')),
  { maxLength: 6 },
);

test('the wasm anchors are those of the scalar kernel', () => {
  fc.assert(
    fc.property(texts, (all) => {
      expect(anchorsOf(engines.wasm, all)).toEqual(anchorsOf(engines.scalar, all));
    }),
  );
});
