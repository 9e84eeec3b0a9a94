/**
 * Heaps with kernels of closed engines, for the next engine of one thread. Making one takes longer than comparing two short texts,
 * and its memory is freed only by garbage collection: a service that compares many texts would hold hundreds of heaps.
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

/** Limits of the pool: entries, and bytes per heap. */
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
