/** The AssemblyScript kernels (`assembly/`), instantiated on a heap. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Kernels } from '../../engines.ts';
import type { Heap } from '../heap.ts';

/** Memory that every instance (one per thread) needs for itself. */
export const SCRATCH_BYTES = 0x3e8000;

type Exports = Omit<Kernels, 'name'> & { init(scratch: number): void };

const modules = new Map<string, Promise<WebAssembly.Module>>();

/** @param module What `compileKernels` gave, if some other thread has called it already. */
export async function loadWasmKernels(
  heap: Heap,
  scratch: number,
  module?: WebAssembly.Module,
): Promise<Kernels> {
  const instance = await WebAssembly.instantiate(module ?? (await compileKernels()), {
    env: { memory: heap.memory },
  });
  const wasm = instance.exports as unknown as Exports;
  wasm.init(scratch);
  return {
    name: 'wasm',
    canonicalize: wasm.canonicalize,
    simhash: wasm.simhash,
    fused: wasm.fused,
    contentHash: wasm.contentHash,
    shingles: wasm.shingles,
    intersect: wasm.intersect,
    joinCount: wasm.joinCount,
    joinCountBoth: wasm.joinCountBoth,
    joinScatter: wasm.joinScatter,
    joinPart: wasm.joinPart,
    joinAcross: wasm.joinAcross,
    joinSort: wasm.joinSort,
    bandKeys: wasm.bandKeys,
    countShingles: wasm.countShingles,
    rankShingles: wasm.rankShingles,
    termCounts: wasm.termCounts,
    topsig: wasm.topsig,
    scanSignatures: wasm.scanSignatures,
    buildSlice: wasm.buildSlice,
    searchSlices: wasm.searchSlices,
    buildSketches: wasm.buildSketches,
    searchSketches: wasm.searchSketches,
    nearestCentroids: wasm.nearestCentroids,
    majorityCentroids: wasm.majorityCentroids,
    nearestLists: wasm.nearestLists,
    scanJsonl: wasm.scanJsonl,
    matrixTile: wasm.matrixTile,
    weightedSimhash: wasm.weightedSimhash,
    stemWords: wasm.stemWords,
    regionalWords: wasm.regionalWords,
  };
}

/** The module, compiled once. Threads that get it by message share the machine code. */
export function compileKernels(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('#kernels.wasm');
  let module = modules.get(path);
  if (module === undefined) {
    module = readFile(path).then((bytes) => WebAssembly.compile(bytes));
    modules.set(path, module);
  }
  return module;
}
