/**
 * Letters with signs above, below and around them, as in Thai and Hindi: files say the text of several glyphs together (`ActualText`).
 * PDFium gives that text once for every glyph that another one stands between, and takes the room of all glyphs but the first for a space.
 */

import type { Pdfium } from './pdfium.ts';
import { isClustered, isSign, NOTHING, TRUE_SPACE } from './signs.ts';
import { mendStrays } from './strays.ts';

/**
 * Takes repeated texts, strays, and spaces that are none, out of the characters of a page.
 * @param scratch Room for two doubles or four floats.
 * @returns Signs, by the index of the character that they follow.
 */
export function mendClusters(
  codes: Uint32Array,
  pdfium: Pdfium,
  text: number,
  scratch: number,
): ReadonlyMap<number, string> {
  if (!codes.some(isClustered)) return NO_SIGNS;
  withoutRepeats(codes, pdfium, text);
  const signs = mendStrays(codes, pdfium, text, scratch);
  withoutGaps(codes, pdfium, text, scratch);
  return signs;
}

const NO_SIGNS: ReadonlyMap<number, string> = new Map();

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

/**
 * A space that PDFium adds after letters with one origin, or around a repeated text, is one only if the gap is wider than a letter. Before a sign,
 * and after one whose letter touches the next, it is none. It is one for sure if the letters around it stand closer together: lines of Thai may be
 * justified by gaps between all letters.
 */
function withoutGaps(codes: Uint32Array, pdfium: Pdfium, text: number, scratch: number): void {
  const place = (index: number) => {
    pdfium.FPDFText_GetCharOrigin(text, index, scratch, scratch + 8);
    const origin = new Float64Array(pdfium.memory.buffer, scratch, 1)[0];
    pdfium.FPDFText_GetLooseCharBox(text, index, scratch);
    const [left, top, right, bottom] = new Float32Array(pdfium.memory.buffer, scratch, 4);
    return { origin, left, right, size: Math.abs(top - bottom) };
  };
  /** The gaps between letters on one side of an index. */
  const gapsFrom = (index: number, step: 1 | -1): number[] => {
    const gaps: number[] = [];
    let before = place(index);
    for (let i = index + step; gaps.length < BESIDE && Math.abs(i - index) < MOST_BESIDE; i += step) {
      if (codes[i] === NOTHING || codes[i] === SPACE) continue;
      if (!isClustered(codes[i])) break;
      if (isSign(codes[i])) continue;
      const letter = place(i);
      gaps.push(Math.max(letter.left - before.right, before.left - letter.right));
      before = letter;
    }
    return gaps;
  };
  const isWider = (gap: number, size: number, a: number, b: number): boolean => {
    while (a > 0 && isClustered(codes[a - 1]) && isSign(codes[a])) a--;
    const gaps = [...gapsFrom(a, -1), ...gapsFrom(b, 1)].sort((x, y) => x - y);
    return gaps.length > BESIDE / 2 && gap - gaps[gaps.length >> 1] > LEAST_SPACE * size;
  };
  let last = -1;
  let space = -1;
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] === NOTHING) continue;
    if (codes[i] === SPACE && pdfium.FPDFText_IsGenerated(text, i) === 1) {
      if (space === -1) space = i;
      continue;
    }
    if (space > 0 && isClustered(codes[last]) && isSign(codes[i])) {
      // no word begins with a sign
      codes.fill(NOTHING, space, i);
    } else if (space > 0 && isClustered(codes[last]) && isClustered(codes[i])) {
      const [before, letter, next] = [place(last - 1), place(last), place(i)];
      // a sign that stands before its origin, above the letter to its left, is no part of the letter after it
      const isWhole = before.origin === letter.origin && before.left + before.right > 2 * letter.origin;
      const isCluster = codes[space - 1] === NOTHING || codes[space + 1] === NOTHING || isWhole;
      const isGap = Math.abs(next.left - letter.right) >= next.size;
      // the letter under a sign may be the wider one
      const touches = isSign(codes[last]) && next.left - before.right < NEAR * letter.size;
      if ((isCluster && !isGap) || touches) codes.fill(NOTHING, space, i);
      else if (isWider(next.left - letter.right, letter.size, last, i)) codes[space] = TRUE_SPACE;
    }
    last = i;
    space = -1;
  }
}

const SPACE = 0x20;
/** What counts as no distance, by the height of a line. */
const NEAR = 0.02;
/** How much wider than the gaps beside it the gap of a space is, by the height of a line. */
const LEAST_SPACE = 0.08;
/** Gaps on each side that a gap is compared with, and characters among which they are sought. */
const BESIDE = 4;
const MOST_BESIDE = 16;
