/**
 * Letters with signs above, below and around them, as in Thai and Hindi: files say the text of several glyphs together (`ActualText`).
 * PDFium gives that text once for every glyph that another one stands between, and takes the room of all glyphs but the first for a space.
 */
import type { Pdfium } from './pdfium.ts';

/** In the place of a character that is none. */
export const NOTHING = 0x11_0000;

/** Devanagari to Myanmar, and Khmer. */
function isClustered(code: number): boolean {
  return (code >= 0x900 && code < 0x10a0) || (code >= 0x1780 && code < 0x1800);
}

/** Takes repeated texts, and spaces that are none, out of the characters of a page. @param scratch Room for two doubles or four floats. */
export function mendClusters(codes: Uint32Array, pdfium: Pdfium, text: number, scratch: number): void {
  if (!codes.some(isClustered)) return;
  withoutRepeats(codes, pdfium, text);
  withoutGaps(codes, pdfium, text, scratch);
}

/** The actual text of glyphs counts where its first glyph is. */
function withoutRepeats(codes: Uint32Array, pdfium: Pdfium, text: number): void {
  const key = pdfium.malloc(ACTUAL_TEXT.length);
  new Uint8Array(pdfium.memory.buffer).set(ACTUAL_TEXT, key);
  const firsts = new Map<number, number>();
  let object = 0;
  let isRepeat = false;
  for (let i = 0; i < codes.length; i++) {
    if (!isClustered(codes[i])) continue;
    const next = pdfium.FPDFText_GetTextObject(text, i);
    if (next !== object) {
      object = next;
      const mark = pdfium.FPDFPageObj_GetMark(object, pdfium.FPDFPageObj_CountMarks(object) - 1);
      const hasText = mark !== 0 && pdfium.FPDFPageObjMark_GetParamValueType(mark, key) !== 0;
      const first = hasText ? firsts.get(mark) : undefined;
      if (hasText && first === undefined) firsts.set(mark, object);
      isRepeat = first !== undefined && first !== object;
    }
    if (isRepeat) codes[i] = NOTHING;
  }
  pdfium.free(key);
}

const ACTUAL_TEXT = new TextEncoder().encode('ActualText\0');

/** A space that PDFium adds behind letters with one origin, or around a repeated text, is one only if the gap is wider than a letter. */
function withoutGaps(codes: Uint32Array, pdfium: Pdfium, text: number, scratch: number): void {
  const place = (index: number) => {
    pdfium.FPDFText_GetCharOrigin(text, index, scratch, scratch + 8);
    const origin = new Float64Array(pdfium.memory.buffer, scratch, 1)[0];
    pdfium.FPDFText_GetLooseCharBox(text, index, scratch);
    const [left, top, right, bottom] = new Float32Array(pdfium.memory.buffer, scratch, 4);
    return { origin, left, right, size: Math.abs(top - bottom) };
  };
  let last = -1;
  let space = -1;
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] === NOTHING) continue;
    if (codes[i] === SPACE && pdfium.FPDFText_IsGenerated(text, i) === 1) {
      if (space === -1) space = i;
      continue;
    }
    if (space > 0 && isClustered(codes[last]) && isClustered(codes[i])) {
      const [letter, next] = [place(last), place(i)];
      const isCluster = codes[space + 1] === NOTHING || place(last - 1).origin === letter.origin;
      if (isCluster && Math.abs(next.left - letter.right) < next.size) codes.fill(NOTHING, space, i);
    }
    last = i;
    space = -1;
  }
}

const SPACE = 0x20;
