/** The AssemblyScript kernels (`assembly/`), instantiated on a heap. */
import { sharesMemory } from '../../platform/host.ts';
import { kernelFile, readKernels } from '../../platform/own-files.ts';
import type { Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { CALLS } from '../structs.ts';
import { unshared } from './unshared.ts';

type StructName = keyof typeof CALLS;

/** The exports of a module besides the kernels. */
interface Exports extends Omit<Kernels, 'name' | StructName>, Record<StructName, (struct: number) => number> {
  init(scratch: number): void;
  SCRATCH_BYTES: WebAssembly.Global;
}

const modules = new Map<string, Promise<WebAssembly.Module>>();

/**
 * @param scratch Memory of this instance alone, `scratchBytes` bytes; without it some is allocated.
 * @param module The result of `compileKernels`, if another thread has called it already.
 */
export async function loadWasmKernels(
  heap: Heap,
  scratch?: number,
  module?: WebAssembly.Module,
): Promise<Kernels> {
  const wasm = await instantiate(module ?? (await compileKernels()), heap);
  const base = scratch ?? heap.allocate(wasm.SCRATCH_BYTES.value);
  wasm.init(base);
  return { ...wasm, ...withStructs(wasm, heap, base), name: 'wasm' };
}

/** These kernels get the address of their arguments, which are at the beginning of the scratch memory. */
function withStructs(wasm: Exports, heap: Heap, base: number): Pick<Kernels, StructName> {
  const kernels = {} as Pick<Kernels, StructName>;
  for (const name of Object.keys(CALLS) as StructName[]) {
    const fields = Object.keys(new CALLS[name]());
    const kernel = wasm[name];
    kernels[name] = (call: Readonly<Record<string, number>>) => {
      const { u32 } = heap;
      for (let i = 0; i < fields.length; i++) u32[base / 4 + i] = call[fields[i]];
      return kernel(base);
    };
  }
  return kernels;
}

/** Memory that every instance (one per thread) needs for itself: `assembly/memory.ts` adds it up. */
export async function scratchBytes(module: WebAssembly.Module, heap: Heap): Promise<number> {
  return (await instantiate(module, heap)).SCRATCH_BYTES.value;
}

async function instantiate(module: WebAssembly.Module, heap: Heap): Promise<Exports> {
  const instance = await WebAssembly.instantiate(module, { env: { memory: heap.memory } });
  // the compiler gives an instance no types
  return instance.exports as unknown as Exports;
}

/** The module, compiled once. Threads that get it by message share the machine code. */
export function compileKernels(path = kernelFile()): Promise<WebAssembly.Module> {
  let module = modules.get(path);
  if (module === undefined) {
    module = readKernels(path).then((bytes) => WebAssembly.compile(sharesMemory ? bytes : unshared(bytes)));
    modules.set(path, module);
  }
  return module;
}
