/** The bytes of the kernels: a file of this package. */
import { readFile } from 'node:fs/promises';
import { ownFile } from '../own-file.ts';

/** What tells one file of kernels from another. */
export function kernelFile(): string {
  return ownFile('#kernels.wasm');
}

export function readKernels(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(path);
}
