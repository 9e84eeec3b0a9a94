/** Loads kernels by name on the calling thread. */

import type { Heap } from './heap.ts';
import type { Kernels, KernelsName } from './kernels.ts';
import { loadWasmKernels } from './wasm/kernels.ts';

export async function loadKernels(
  name: KernelsName,
  heap: Heap,
  scratch?: number,
  module?: WebAssembly.Module,
): Promise<Kernels> {
  if (name === 'wasm') return loadWasmKernels(heap, scratch, module);
  // some thirty modules that every worker would load and few need
  const { scalarKernels } = await import('./scalar/kernels.ts');
  return scalarKernels(heap);
}
