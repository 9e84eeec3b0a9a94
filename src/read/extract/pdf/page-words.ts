/** The words of a page with their places, in the order in which the file draws them. */
import type { Pdfium } from './pdfium.ts';

/** Points from the lower left corner of the page. */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  /** Its number in the order in which the file draws. */
  readonly drawn: number;
  /** Not level: written upward, downward or aslant. */
  readonly rotated: boolean;
}

/** More characters than any page has that is meant to be read. */
const MAX_CHARACTERS = 2_000_000;
/** @param rect Room for a rectangle, in the memory of the module. */
export function pageWords(pdfium: Pdfium, page: number, rect: number): Word[] {
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) return [];
  try {
    const count = Math.min(MAX_CHARACTERS, pdfium.FPDFText_CountChars(text));
    const words: Word[] = [];
    let start = -1;
    let word = '';
    for (let i = 0; i < count; i++) {
      const code = pdfium.FPDFText_GetUnicode(text, i);
      // the line ends at such a hyphen, though PDFium goes on with the word
      const hyphen = isLineEndHyphen(code);
      if (!hyphen && !isSpace(code)) {
        if (start === -1) start = i;
        word += character(code);
        continue;
      }
      if (hyphen) {
        if (start === -1) start = i;
        word += '-';
      }
      if (word !== '') words.push(wordAt(pdfium, text, rect, word, words.length, start, hyphen ? i : i - 1));
      start = -1;
      word = '';
    }
    if (word !== '') words.push(wordAt(pdfium, text, rect, word, words.length, start, count - 1));
    return words;
  } finally {
    pdfium.FPDFText_ClosePage(text);
  }
}

/** A word with the boxes of its first and last characters: FS_RECTF, which is left, top, right, bottom as 32-bit floats. */
function wordAt(
  pdfium: Pdfium,
  page: number,
  rect: number,
  text: string,
  drawn: number,
  first: number,
  last: number,
): Word {
  const at = rect / 4;
  pdfium.FPDFText_GetLooseCharBox(page, first, rect);
  let floats = floatsOf(pdfium);
  const left = floats[at];
  const right = floats[at + 2];
  const low = Math.min(floats[at + 1], floats[at + 3]);
  const high = Math.max(floats[at + 1], floats[at + 3]);
  const rotated = Math.abs(Math.sin(pdfium.FPDFText_GetCharAngle(page, first))) > 0.1;
  if (first === last) return { text, drawn, left, right, bottom: low, top: high, rotated };
  pdfium.FPDFText_GetLooseCharBox(page, last, rect);
  floats = floatsOf(pdfium);
  return {
    text,
    drawn,
    left: Math.min(left, floats[at]),
    right: Math.max(right, floats[at + 2]),
    bottom: Math.min(low, floats[at + 1], floats[at + 3]),
    top: Math.max(high, floats[at + 1], floats[at + 3]),
    rotated,
  };
}

let view = new Float32Array(0);

/** The memory of the module as floats; a view is empty after the memory has grown. */
function floatsOf(pdfium: Pdfium): Float32Array {
  if (view.length === 0 || view.buffer !== pdfium.memory.buffer)
    view = new Float32Array(pdfium.memory.buffer);
  return view;
}

/** What PDFium makes of a hyphen at the end of a line. */
function isLineEndHyphen(code: number): boolean {
  return code === 0x02 || code === 0xfffe;
}

function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200b);
}

/** Unassigned and private characters have no meaning outside their font. */
function character(code: number): string {
  if (code > 0x10ffff || (code >= 0xe000 && code <= 0xf8ff) || code === 0xfeff || code === 0xffff) return '';
  if (code >= 0xfb00 && code <= 0xfb06) return LIGATURES[code - 0xfb00];
  return String.fromCodePoint(code);
}

const LIGATURES = ['ff', 'fi', 'fl', 'ffi', 'ffl', 'st', 'st'];
