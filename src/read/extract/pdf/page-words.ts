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

/** @param rect Room for a rectangle, in the memory of the module. */
export function pageWords(pdfium: Pdfium, page: number, rect: number): Word[] {
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) return [];
  try {
    const count = Math.min(MAX_CHARACTERS, pdfium.FPDFText_CountChars(text));
    const boxes = new Boxes(pdfium, text, rect);
    const words: Word[] = [];
    let start = -1;
    let word = '';
    const finish = (end: number) => {
      if (start !== -1 && word !== '') words.push(boxes.wordAt(word, words.length, start, end - 1));
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
    return words;
  } finally {
    pdfium.FPDFText_ClosePage(text);
  }
}

/** Boxes of characters: FS_RECTF, which is left, top, right, bottom as 32-bit floats. */
class Boxes {
  readonly #pdfium: Pdfium;
  readonly #text: number;
  readonly #rect: number;
  #floats: Float32Array;

  constructor(pdfium: Pdfium, text: number, rect: number) {
    this.#pdfium = pdfium;
    this.#text = text;
    this.#rect = rect;
    this.#floats = new Float32Array(pdfium.memory.buffer);
  }

  wordAt(text: string, drawn: number, first: number, last: number): Word {
    const at = this.#read(first);
    const { [at]: left, [at + 1]: top, [at + 2]: right, [at + 3]: bottom } = this.#floats;
    const angle = this.#pdfium.FPDFText_GetCharAngle(this.#text, first);
    this.#read(last);
    const floats = this.#floats;
    return {
      text,
      drawn,
      left: Math.min(left, floats[at]),
      right: Math.max(right, floats[at + 2]),
      bottom: Math.min(top, bottom, floats[at + 1], floats[at + 3]),
      top: Math.max(top, bottom, floats[at + 1], floats[at + 3]),
      rotated: Math.abs(Math.sin(angle)) > 0.1,
    };
  }

  /** Where the box stands in `floats`. */
  #read(index: number): number {
    this.#pdfium.FPDFText_GetLooseCharBox(this.#text, index, this.#rect);
    // a view is empty after the memory has grown
    if (this.#floats.length === 0) this.#floats = new Float32Array(this.#pdfium.memory.buffer);
    return this.#rect / 4;
  }
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
