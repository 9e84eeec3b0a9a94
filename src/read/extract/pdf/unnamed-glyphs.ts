/** Characters of a page whose font does not say which letters they are: PDFium gives the numbers of their glyphs, which look like letters (`7KH` for The). */
import { type FontLetters, fontLetters } from './font-letters.ts';
import type { Pdfium } from './pdfium.ts';

/** In the place of a character that cannot be known: private, so that it means nothing. */
export const UNKNOWN = 0xe000;
const SPACE = 0x20;
/** How much the widths of glyphs may differ from those of the page, by the size of the font; and the share that must not. */
const SAME_WIDTH = 0.02;
const MOST = 0.9;

/** Whether the character at `index` is such a one. */
export function isUnnamed(pdfium: Pdfium, text: number, index: number): boolean {
  return pdfium.FPDFText_HasUnicodeMapError(text, index) === 1;
}

/** Writes letters for such characters where the embedded font knows them. Others mean nothing; spaces stay. @param scratch Room for six floats. */
export function nameGlyphs(codes: Uint32Array, pdfium: Pdfium, text: number, scratch: number): void {
  const byFont = new Map<number, number[]>();
  for (let i = 0; i < codes.length; i++) {
    if (!isUnnamed(pdfium, text, i)) continue;
    const font = pdfium.FPDFTextObj_GetFont(pdfium.FPDFText_GetTextObject(text, i));
    const places = byFont.get(font);
    if (places === undefined) byFont.set(font, [i]);
    else places.push(i);
  }
  for (const [font, places] of byFont) {
    const bytes = embeddedFont(pdfium, font, scratch);
    const known = bytes === undefined ? undefined : fontLetters(bytes);
    const letters = known && isSameFont(known, places) ? known.letters : undefined;
    for (const i of places) codes[i] = letters?.get(codes[i]) ?? (codes[i] <= SPACE ? codes[i] : UNKNOWN);
  }

  function isSameFont({ widthOf }: FontLetters, places: readonly number[]): boolean {
    const same = places.filter((i) => Math.abs(widthOf(codes[i]) - widthOnPage(i)) < SAME_WIDTH);
    return same.length >= MOST * places.length;
  }

  function widthOnPage(index: number): number {
    pdfium.FPDFText_GetMatrix(text, index, scratch);
    const [x, y] = new Float32Array(pdfium.memory.buffer, scratch, 2);
    const size = pdfium.FPDFText_GetFontSize(text, index) * Math.hypot(x, y);
    pdfium.FPDFText_GetLooseCharBox(text, index, scratch);
    const [left, top, right, bottom] = new Float32Array(pdfium.memory.buffer, scratch, 4);
    return (Math.abs(x) > Math.abs(y) ? right - left : Math.abs(top - bottom)) / size;
  }
}

function embeddedFont(pdfium: Pdfium, font: number, scratch: number): Uint8Array | undefined {
  if (font === 0 || pdfium.FPDFFont_GetIsEmbedded(font) !== 1) return undefined;
  if (pdfium.FPDFFont_GetFontData(font, 0, 0, scratch) === 0) return undefined;
  const length = new Uint32Array(pdfium.memory.buffer, scratch, 1)[0];
  const address = pdfium.malloc(length);
  pdfium.FPDFFont_GetFontData(font, address, length, scratch);
  const bytes = new Uint8Array(pdfium.memory.buffer, address, length).slice();
  pdfium.free(address);
  return bytes;
}
