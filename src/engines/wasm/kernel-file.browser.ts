/** The bytes of the kernels: a part of the bundle, and without shared memory if the page has none. */
import { unpack } from '../../embedded.ts';
import { sharesMemory } from '../host.ts';
import { unshared } from './unshared.ts';

export function kernelFile(): string {
  return sharesMemory ? 'shared' : 'unshared';
}

export async function readKernels(kind: string): Promise<Uint8Array<ArrayBuffer>> {
  const { default: packed } = await import('embedded:kernels.wasm');
  const kernels = await unpack(packed);
  return kind === 'shared' ? kernels : unshared(kernels);
}
