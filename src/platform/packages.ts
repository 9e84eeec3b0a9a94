/** Packages that are loaded when they are first needed: lists of words, stemmers, a segmenter, PDFium, WebGPU. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PackageName } from '../platform.ts';

/** The exports of a CommonJS package, without waiting; throws if it is not installed. */
export function loadPackage(name: string): unknown {
  return createRequire(import.meta.url)(name);
}

/** Must have finished before packages are loaded. Node needs no preparation. */
export async function preparePackages(_names: readonly PackageName[]): Promise<void> {}

/** The bytes of PDFium. */
export async function pdfiumFile(): Promise<Uint8Array> {
  return readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
}

let gpu: Promise<GPU | undefined> | undefined;

/** WebGPU of the package `webgpu`, which is installed by those who want it. One for the whole process: Dawn crashes if a GPU and its devices are collected in the wrong order. */
export function gpuOfPackage(): Promise<GPU | undefined> {
  gpu ??= loadGpu();
  return gpu;
}

async function loadGpu(): Promise<GPU | undefined> {
  // a variable, so that bundlers leave it alone
  const name = 'webgpu';
  try {
    const { create } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as {
      create(flags: string[]): GPU;
    };
    return create([]);
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
