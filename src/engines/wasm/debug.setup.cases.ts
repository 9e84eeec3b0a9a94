/** Set up for test files that shall run on the debug build of the kernels: `loadKernels('wasm')` gives that. */
import { vi } from 'vitest';
import { loadDebugKernels } from './debug.cases.ts';

vi.mock('../load.ts', async (original) => {
  const { loadKernels } = await original<typeof import('../load.ts')>();
  const load: typeof loadKernels = (name, heap, ...rest) =>
    name === 'wasm' ? loadDebugKernels(heap) : loadKernels(name, heap, ...rest);
  return { loadKernels: load };
});
