/** Packages in a browser: each is a file of the bundle, fetched when it is needed. */
import type { PackageName } from '../platform.ts';

const LOADERS: Record<PackageName, () => Promise<unknown>> = {
  'stopwords-iso': async () => (await import('stopwords-iso')).default,
  stopword: () => import('stopword'),
  'snowball-stemmers': async () => (await import('snowball-stemmers')).default,
};

const loaded = new Map<string, unknown>();

export async function preparePackages(names: readonly PackageName[]): Promise<void> {
  for (const name of names) if (!loaded.has(name)) loaded.set(name, await LOADERS[name]());
}

export function loadPackage(name: string): unknown {
  const exports = loaded.get(name);
  if (exports === undefined) throw new Error(`${name} is not part of neardup in the browser`);
  return exports;
}

let pdfium: Uint8Array | undefined;

/** Keeps the bytes of PDFium, which the page sends to the worker that extracts, with the first PDF. */
export function receivePdfium(bytes: Uint8Array): void {
  pdfium = bytes;
}

export async function pdfiumFile(): Promise<Uint8Array> {
  if (pdfium === undefined) throw new Error('pdfium: the page did not send it');
  return pdfium;
}

/** A browser has its own WebGPU, or none. */
export async function gpuOfPackage(): Promise<GPU | undefined> {
  return undefined;
}
