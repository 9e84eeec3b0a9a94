/**
 * Signs and spaces out of their place. Programs draw signs at another height, and glyphs of another font, as objects of their own. PDFium has
 * those where the line ends, or between other letters.
 */

import type { Pdfium } from './pdfium.ts';
import { isClustered, isSign, NOTHING, TRUE_SPACE } from './signs.ts';

/** Characters to either side that are looked at for one stray, and for all strays of a page by its length. */
const REACH = 300;
const LOOKS_PER_CHARACTER = 20;
/** Characters that PDFium adds between two of the file. */
const MOST_ADDED = 4;
/** What counts as no distance, by the height of a line. */
const NEAR = 0.1;
/** How wide a space is at least, by the height of a line. */
const LEAST_SPACE = 0.08;

interface Place {
  readonly left: number;
  readonly right: number;
  readonly base: number;
  readonly size: number;
}

/**
 * Puts strays where they belong. A sign follows the letter that it stands over or under; a space counts where PDFium added one for its gap.
 * @param scratch Room for two doubles or four floats.
 * @returns Signs, by the index of the character that they follow.
 */
export function mendStrays(
  codes: Uint32Array,
  pdfium: Pdfium,
  text: number,
  scratch: number,
): ReadonlyMap<number, string> {
  const place = (index: number): Place => {
    pdfium.FPDFText_GetCharOrigin(text, index, scratch, scratch + 8);
    const base = new Float64Array(pdfium.memory.buffer, scratch, 2)[1];
    pdfium.FPDFText_GetLooseCharBox(text, index, scratch);
    const [left, top, right, bottom] = new Float32Array(pdfium.memory.buffer, scratch, 4);
    return { left, right, base, size: Math.abs(top - bottom) };
  };
  const isOwn = (i: number) => codes[i] !== NOTHING && pdfium.FPDFText_IsGenerated(text, i) !== 1;
  /** The next character of the file in this direction. */
  const beside = (i: number, step: 1 | -1): number | undefined => {
    for (let j = i + step; j >= 0 && j < codes.length && Math.abs(j - i) <= MOST_ADDED; j += step)
      if (isOwn(j)) return j;
    return undefined;
  };
  let looks = LOOKS_PER_CHARACTER * codes.length;
  /** The nearest index before a stray that satisfies a condition, or else after it. */
  const nearest = (i: number, fits: (j: number) => boolean): number | undefined => {
    for (let j = i - 1; j >= Math.max(0, i - REACH) && looks-- > 0; j--) if (fits(j)) return j;
    for (let j = i + 1; j < Math.min(codes.length, i + REACH) && looks-- > 0; j++) if (fits(j)) return j;
    return undefined;
  };

  /** The last character of the cluster whose letter a sign stands over or under. */
  const clusterOf = (i: number): number | undefined => {
    const sign = place(i);
    const center = (sign.left + sign.right) / 2;
    const isUnder = (slack: number) => (j: number) => {
      if (!isClustered(codes[j]) || isSign(codes[j])) return false;
      const letter = place(j);
      const isLevel = Math.abs(letter.base - sign.base) < letter.size / 2;
      return isLevel && letter.left <= center && center < letter.right + slack * letter.size;
    };
    // in a line that is justified by gaps between letters, a sign may begin in the gap after its own
    let last = nearest(i, isUnder(0)) ?? nearest(i, isUnder(NEAR));
    if (last === undefined) return undefined;
    for (let j = last + 1; j < codes.length && j !== i && looks-- > 0; j++) {
      if (isClustered(codes[j]) && isSign(codes[j])) last = j;
      else if (codes[j] !== NOTHING && codes[j] !== SPACE) break;
    }
    return last;
  };

  /** The space that PDFium added where a space of the file stands, if the letters beside it stand elsewhere. */
  const gapOf = (i: number): number | undefined => {
    const space = place(i);
    const center = (space.left + space.right) / 2;
    const [a, b] = [beside(i, -1), beside(i, 1)];
    const isLevel = (other: Place) => Math.abs(other.base - space.base) < NEAR * other.size;
    const [before, after] = [a, b].map((j) => (j === undefined ? undefined : place(j)));
    const isAfter = before !== undefined && isLevel(before) && before.left > center;
    const isBefore = after !== undefined && isLevel(after) && after.right < center;
    if (!isAfter && !isBefore) return undefined;
    return nearest(i, (j) => {
      if (codes[j] !== SPACE || isOwn(j)) return false;
      const [p, n] = [beside(j, -1), beside(j, 1)];
      if (p === undefined || n === undefined || !isClustered(codes[p])) return false;
      const [left, right] = [place(p), place(n)];
      if (!isLevel(left) || !isLevel(right)) return false;
      return left.right <= center && center <= right.left;
    });
  };

  /** PDFium leaves out a second space of an object: the first one may stand where that belongs. */
  const isInGap = (i: number): boolean => {
    const [a, b] = [beside(i, -1), beside(i, 1)];
    if (a === undefined || b === undefined) return false;
    const [left, right] = [place(a), place(b)];
    return right.left - left.right >= LEAST_SPACE * left.size;
  };
  /** A stray at an end of a line belongs to no word there, or the word would reach to the place of the stray. */
  const vacate = (i: number) => {
    let [from, to] = [i, i + 1];
    while (from > 0 && (codes[from - 1] === NOTHING || (codes[from - 1] === SPACE && !isOwn(from - 1))))
      from--;
    while (to < codes.length && codes[to] === SPACE && !isOwn(to)) to++;
    const isEnd = from === 0 || to === codes.length || isLineEnd(codes[from - 1]) || isLineEnd(codes[to]);
    if (isEnd) codes.fill(LINE_END, from, to);
    else codes[i] = NOTHING;
  };
  const signs = new Map<number, string>();
  let object = 0;
  for (let i = 0; i < codes.length; i++) {
    const isSpace = codes[i] === SPACE;
    if (!isSpace && !isClustered(codes[i])) continue;
    if (!isOwn(i)) continue;
    const before = object;
    object = pdfium.FPDFText_GetTextObject(text, i);
    if (isSpace) {
      const gap = gapOf(i);
      if (gap === undefined) continue;
      codes[gap] = TRUE_SPACE;
      if (!isInGap(i)) vacate(i);
    } else if (object !== before && isNonspacing(codes[i])) {
      const last = clusterOf(i);
      if (last === undefined || last === i || isJustBefore(codes, last, i)) continue;
      signs.set(last, (signs.get(last) ?? '') + String.fromCodePoint(codes[i]));
      vacate(i);
    }
  }
  return signs;
}

const SPACE = 0x20;
const LINE_END = 0x0a;

function isLineEnd(code: number): boolean {
  return code === LINE_END || code === 0x0d;
}

/** Signs that have room of their own stand beside their letter. */
function isNonspacing(code: number): boolean {
  return /^\p{Mn}/u.test(String.fromCodePoint(code));
}

function isJustBefore(codes: Uint32Array, a: number, b: number): boolean {
  return codes.subarray(a + 1, b).every((code) => code === NOTHING);
}
