/**
 * The debug build of the kernels (`assembly/guards.ts`) for tests. After every call it is checked that nothing was written behind a
 * region of scratch memory, nor within 64 bytes of a heap block that was allocated since the kernels were loaded.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { compileKernels, loadWasmKernels } from './kernels.ts';

const MODULE = fileURLToPath(new URL('../../../dist/debug/kernels.wasm', import.meta.url));
/** The regions of the memory map, in order. */
const REGIONS = [
  ...readFileSync(new URL('../../../assembly/memory.ts', import.meta.url), 'utf8').matchAll(
    /^const (\w+)_END: /gm,
  ),
].map(([, name]) => name);
/** Bytes on either side of a block that kernels may read, and never write. */
const AROUND = 64;

type DebugKernels = Kernels & { placeGuards(): void; brokenGuard(): number };

export async function loadDebugKernels(heap: Heap): Promise<Kernels> {
  const blocks = watchBlocks(heap);
  const kernels = (await loadWasmKernels(heap, undefined, await compileKernels(MODULE))) as DebugKernels;
  kernels.placeGuards();
  return new Proxy(kernels, {
    get(target, name) {
      const kernel = target[name as keyof Kernels] as unknown;
      if (typeof kernel !== 'function') return kernel;
      return (...args: number[]) => {
        const before = [...blocks].map(([address, size]) => surroundings(heap, address, size));
        const answer = kernel(...args);
        const region = target.brokenGuard();
        if (region !== -1) {
          target.placeGuards();
          throw new Error(`${String(name)} wrote behind ${REGIONS[region]} (assembly/memory.ts)`);
        }
        for (const [i, [address, size]] of [...blocks].entries()) {
          if (Buffer.compare(before[i], surroundings(heap, address, size)) !== 0)
            throw new Error(`${String(name)} wrote outside of the ${size} bytes at ${address}`);
        }
        return answer;
      };
    },
  });
}

/** The blocks of a heap, by address, with the bytes that were asked for. */
function watchBlocks(heap: Heap): Map<number, number> {
  const blocks = new Map<number, number>();
  heap.allocate = (size) => {
    const address = Heap.prototype.allocate.call(heap, size);
    blocks.set(address, size);
    return address;
  };
  heap.release = (address) => {
    Heap.prototype.release.call(heap, address);
    blocks.delete(address);
  };
  return blocks;
}

function surroundings(heap: Heap, address: number, size: number): Buffer {
  const end = address + size;
  return Buffer.concat([heap.u8.subarray(address - AROUND, address), heap.u8.subarray(end, end + AROUND)]);
}
