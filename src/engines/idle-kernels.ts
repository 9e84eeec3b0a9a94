/**
 * Heaps with kernels of engines that were closed, for the next engine of one thread. To make one takes longer than to compare two short texts, and
 * its memory comes back only when the garbage is collected: a service that compares many texts would hold hundreds of them.
 */
import { Heap } from './heap.ts';
import type { Kernels, KernelsName } from './kernels.ts';
import { loadKernels } from './load.ts';

export interface LoadedKernels {
  readonly heap: Heap;
  readonly kernels: Kernels;
  /** Bytes of the heap that the kernels themselves take. */
  readonly own: number;
}

/** How many wait, and how large the heap of one may be. */
const MOST_IDLE = 4;
const LARGEST = 64 << 20;

const idle: LoadedKernels[] = [];

/** Kernels on a heap with nothing else in it. */
export async function takeKernels(name: KernelsName): Promise<LoadedKernels> {
  const found = idle.findLastIndex(({ kernels }) => kernels.name === name);
  return found === -1 ? loadOnNewHeap(name) : idle.splice(found, 1)[0];
}

export async function loadOnNewHeap(name: KernelsName): Promise<LoadedKernels> {
  const heap = new Heap();
  const kernels = await loadKernels(name, heap);
  return { heap, kernels, own: heap.used };
}

/** Keeps them for the next one, if nothing was left on the heap. */
export function giveBackKernels(loaded: LoadedKernels): void {
  const { heap, own } = loaded;
  const isClean = heap.used === own && heap.memory.buffer.byteLength <= LARGEST;
  if (isClean && idle.length < MOST_IDLE && !idle.includes(loaded)) idle.push(loaded);
}
