import { expect, it } from 'vitest';
import { pageWords } from './page-words.ts';
import type { Pdfium } from './pdfium.ts';

/** A page of characters on the base line 100, each 10 wide in a font of that size, and this high. */
function pageOf(text: string, height: number): Pdfium {
  const memory = new WebAssembly.Memory({ initial: 1 });
  return {
    memory,
    FPDFPage_CountObjects: () => 0,
    FPDFText_LoadPage: () => 1,
    FPDFText_ClosePage: () => {},
    FPDFText_CountChars: () => text.length,
    FPDFText_GetUnicode: (_: number, i: number) => text.charCodeAt(i),
    FPDFText_HasUnicodeMapError: () => 0,
    FPDFText_GetFontSize: () => 10,
    FPDFText_GetMatrix: (_: number, __: number, matrix: number) =>
      new Float32Array(memory.buffer, matrix, 6).set([1, 0, 0, 1, 0, 0]),
    FPDFText_GetCharOrigin: (_: number, i: number, x: number) =>
      new Float64Array(memory.buffer, x, 2).set([10 * i, 100]),
    FPDFText_GetLooseCharBox: (_: number, i: number, box: number) =>
      new Float32Array(memory.buffer, box, 4).set([10 * i, 104 + height, 10 * i + 10, 104]),
  } as unknown as Pdfium;
}

it('a line of Chinese has the height of its font, though it begins and ends with a flat 一', () => {
  const [word] = pageWords(pageOf('一封信一', 1), 0, 0).words;
  expect([word.text, word.bottom.toFixed(1), word.top.toFixed(1)]).toEqual(['一封信一', '98.8', '108.8']);
  const [latin] = pageWords(pageOf('dash', 1), 0, 0).words;
  expect([latin.bottom, latin.top]).toEqual([104, 105]);
});
