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
/** What PDFium makes of a hyphen at the end of a line, and hyphens as such. */
const LINE_END_HYPHENS = new Set([0x02, 0xfffe]);

export function pageWords(pdfium: Pdfium, page: number, rect: number): Word[] {
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) return [];
  try {
    const count = Math.min(MAX_CHARACTERS, pdfium.FPDFText_CountChars(text));
    const words: Word[] = [];
    let start = -1;
    let word = '';
    const finish = (end: number) => {
      if (start !== -1)
        words.push(wordAt(pdfium, text, rect, { text: word, drawn: words.length }, start, end - 1));
      start = -1;
      word = '';
    };
    for (let i = 0; i < count; i++) {
      const code = pdfium.FPDFText_GetUnicode(text, i);
      if (LINE_END_HYPHENS.has(code)) {
        // the line ends here, though PDFium goes on with the word
        if (start === -1) start = i;
        word += '-';
        finish(i + 1);
      } else if (isSpace(code)) finish(i);
      else {
        if (start === -1) start = i;
        word += character(code);
      }
    }
    finish(count);
    return words.filter(({ text }) => text !== '');
  } finally {
    pdfium.FPDFText_ClosePage(text);
  }
}

function wordAt(
  pdfium: Pdfium,
  text: number,
  rect: number,
  word: Pick<Word, 'text' | 'drawn'>,
  first: number,
  last: number,
): Word {
  const a = box(pdfium, text, first, rect);
  const b = last === first ? a : box(pdfium, text, last, rect);
  const angle = pdfium.FPDFText_GetCharAngle(text, first);
  return {
    ...word,
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
    top: Math.max(a.top, b.top),
    rotated: Math.abs(Math.sin(angle)) > 0.1,
  };
}

interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** FS_RECTF: left, top, right, bottom as 32-bit floats. */
function box(pdfium: Pdfium, text: number, index: number, rect: number): Box {
  pdfium.FPDFText_GetLooseCharBox(text, index, rect);
  const [left, top, right, bottom] = new Float32Array(pdfium.memory.buffer, rect, 4);
  return { left, top: Math.max(top, bottom), right, bottom: Math.min(top, bottom) };
}

function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200b);
}

/** Unassigned and private characters have no meaning outside their font. */
function character(code: number): string {
  if (code > 0x10ffff || (code >= 0xe000 && code <= 0xf8ff) || code === 0xfeff || code === 0xffff) return '';
  return LIGATURES.get(code) ?? String.fromCodePoint(code);
}

const LIGATURES: ReadonlyMap<number, string> = new Map([
  [0xfb00, 'ff'],
  [0xfb01, 'fi'],
  [0xfb02, 'fl'],
  [0xfb03, 'ffi'],
  [0xfb04, 'ffl'],
  [0xfb05, 'st'],
  [0xfb06, 'st'],
]);
