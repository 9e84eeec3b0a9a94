import { expect, test } from 'vitest';
import { Heap } from './heap.ts';
import { loadKernels } from './load.ts';

/** Exports of a module that are no kernels: its memory, its start, and the store, whose twin is `duplicates/candidates/permuted-tables.ts`. */
const OTHERS = /^(?:init|memory|name|SCRATCH_BYTES|store[A-Z]\w*)$/;

test('every kernel of assembly/ has a scalar twin of the same name, and the other way round', async () => {
  const [wasm, scalar] = await Promise.all(
    (['wasm', 'scalar'] as const).map(async (name) => {
      const kernels = await loadKernels(name, new Heap());
      return Object.keys(kernels)
        .filter((kernel) => !OTHERS.test(kernel))
        .sort();
    }),
  );
  expect(wasm).toEqual(scalar);
});
