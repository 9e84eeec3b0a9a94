/** Files of this package in a browser: the kernels are a part of the bundle. */
import { unpack } from './embedded.ts';

export function kernelFile(): string {
  return 'kernels';
}

export async function readKernels(_file: string): Promise<Uint8Array<ArrayBuffer>> {
  const { default: packed } = await import('embedded:kernels.wasm');
  return unpack(packed);
}

/** A browser makes the tables itself, which takes 20 ms; fetching them would take longer. */
export function savedTable(_name: string): Uint8Array | undefined {
  return undefined;
}

export function ownFile(name: string): never {
  throw new Error(`a browser opens no file (${name})`);
}
