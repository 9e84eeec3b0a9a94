/** The bytes of PDFium: a file of its package. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

export async function pdfiumFile(): Promise<Uint8Array> {
  return readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
}
