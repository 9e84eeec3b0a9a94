/** The words of a page with their places, in the order in which the file draws them. */

import { FIRST_UNSPACED } from '../../../unspaced.ts';
import { raisedAfter } from '../../text/raised-digits.ts';
import { joinsLines } from '../../text/unspaced.ts';
import { mendClusters } from './letter-clusters.ts';
import { readNumberedGlyphs } from './numbered-glyphs.ts';
import type { Pdfium } from './pdfium.ts';
import { charactersOfGlyph, directionsOf, hasRightToLeft, isMark, isMostlyArabic } from './right-to-left.ts';
import { NOTHING, TRUE_SPACE } from './signs.ts';
import { isUnnamed, nameGlyphs } from './unnamed-glyphs.ts';

/** Points from the lower left corner of the page. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

export interface PagePlace extends Box {
  /** Quarter turns to the left from level writing; undefined if it is slanted. */
  readonly turns: number | undefined;
}

export interface Word extends PagePlace {
  readonly text: string;
  /** Its number in the order in which the file draws. */
  readonly drawn: number;
  /** There is a space between this word and the one drawn before it, not only a gap or the end of a line. */
  readonly spaced: boolean;
  /** It is part of an annotation, which was drawn onto the page. */
  readonly added: boolean;
}

/** More characters than any readable page has. */
const MAX_CHARACTERS = 2_000_000;

export interface PdfPageText {
  readonly words: Word[];
  readonly letters: number;
  /** Characters of which only the shape is known: their font has no table. */
  readonly unknown: number;
}

/** @param scratch Memory of the module for `SCRATCH_BYTES`. @param own Letters that the page has without its annotations. */
export function pageWords(pdfium: Pdfium, page: number, scratch: number, own = Infinity): PdfPageText {
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) return { words: [], letters: 0, unknown: 0 };
  try {
    return readWords(new Characters(pdfium, text, scratch), own);
  } finally {
    pdfium.FPDFText_ClosePage(text);
  }
}

function readWords(characters: Characters, own: number): PdfPageText {
  const { codes, signs } = characters.read();
  const bidirectional = hasRightToLeft(codes);
  const isArabic = bidirectional && isMostlyArabic(codes);
  const words: Word[] = [];
  let unknown = 0;
  let spaced = false;
  let letters = 0;
  const push = (text: string, { left, right, bottom, top, turns }: PagePlace) => {
    const added = letters > own;
    if (text !== '')
      words.push({ left, right, bottom, top, text, drawn: words.length, spaced, turns, added });
    spaced = false;
  };
  const add = (from: number, to: number) => {
    const texts: string[] = [];
    for (let i = from; i < to; i++) {
      const text = character(codes[i]);
      if (codes[i] !== NOTHING && text === '') unknown++;
      texts.push(text + (signs.get(i) ?? ''));
    }
    letters += to - from;
    if (!bidirectional) {
      push(characters.withRaised(texts, from), characters.placeOf(from, to - 1));
      return;
    }
    for (const { from: first, to: end, backward } of directionsOf(texts, from, isArabic)) {
      const piece = characters.pieceAt(texts.slice(first - from, end - from), first, backward);
      push(piece.text, piece);
    }
  };
  let start = 0;
  for (let i = 0; i <= codes.length; i++) {
    // the line ends at such a hyphen, although PDFium continues the word
    const hyphen = isLineEndHyphen(codes[i]);
    if (i < codes.length && !hyphen && !isSpace(codes[i])) continue;
    if (bidirectional && codes[i] === 0x20 && characters.isInsideWord(codes, i)) {
      codes[i] = JOINER;
      continue;
    }
    if (hyphen) codes[i] = 0x2d;
    const end = hyphen ? i + 1 : i;
    if (end > start) add(start, end);
    // between directions PDFium moves spaces, and adds its own: only places count there
    if (!hyphen && !isLineEnd(codes[i])) spaced = !bidirectional && !characters.isGap(codes, i);
    start = i + 1;
  }
  return { words, letters, unknown };
}

/** In the place of a space that is none. */
const JOINER = 0x200d;

/** Six floats or two doubles. */
export const SCRATCH_BYTES = 24;

/** The facts that PDFium gives about the characters of a page. */
class Characters {
  readonly #pdfium: Pdfium;
  readonly #text: number;
  readonly #scratch: number;

  constructor(pdfium: Pdfium, text: number, scratch: number) {
    this.#pdfium = pdfium;
    this.#text = text;
    this.#scratch = scratch;
  }

  /** The characters, and signs by the index of the character that they follow. */
  read(): { readonly codes: Uint32Array; readonly signs: ReadonlyMap<number, string> } {
    const count = Math.max(0, Math.min(MAX_CHARACTERS, this.#pdfium.FPDFText_CountChars(this.#text)));
    const codes = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const code = this.#pdfium.FPDFText_GetUnicode(this.#text, i);
      // PDFium gives characters beyond U+FFFF in two halves
      const isPair = i > 0 && isHigh(codes[i - 1]) && isLow(code);
      if (isPair) codes[i - 1] = 0x1_0000 + ((codes[i - 1] & 0x3ff) << 10) + (code & 0x3ff);
      codes[i] = isPair ? NOTHING : code;
    }
    if (this.#hasUnnamed(codes)) nameGlyphs(codes, this.#pdfium, this.#text, this.#scratch);
    readNumberedGlyphs(codes, {
      fontOf: (i) => this.#pdfium.FPDFTextObj_GetFont(this.#pdfium.FPDFText_GetTextObject(this.#text, i)),
      isGenerated: (i) => this.#pdfium.FPDFText_IsGenerated(this.#text, i) === 1,
    });
    return { codes, signs: mendClusters(codes, this.#pdfium, this.#text, this.#scratch) };
  }

  /** Asks for the first character of each word only: a question for every one takes time in every file. */
  #hasUnnamed(codes: Uint32Array): boolean {
    for (let i = 0, isInside = false; i < codes.length; i++) {
      const isLetter = !isSpace(codes[i]);
      if (isLetter && !isInside && isUnnamed(this.#pdfium, this.#text, i)) return true;
      isInside = isLetter;
    }
    return false;
  }

  /** A space that PDFium adds for a gap between characters of a script without spaces: their lines are justified by such gaps. */
  isGap(codes: Uint32Array, space: number): boolean {
    const [before, after] = [codes[space - 1], codes[space + 1]];
    if (!(before >= FIRST_UNSPACED && after >= FIRST_UNSPACED) || codes[space] === TRUE_SPACE) return false;
    if (this.#pdfium.FPDFText_IsGenerated(this.#text, space) !== 1) return false;
    return joinsLines(character(before), character(after));
  }

  /** The text of a word, in which digits that are raised after a digit are written as such. */
  withRaised(texts: readonly string[], first: number): string {
    const whole = texts.join('');
    if (!TWO_DIGITS.test(whole)) return whole;
    let base: Box | undefined;
    let text = texts[0];
    for (let i = 1; i < texts.length; i++) {
      const isPair = DIGIT.test(texts[i - 1]) && DIGIT.test(texts[i]);
      if (!isPair) base = undefined;
      else base ??= this.#boxAt(first + i - 1);
      const isRaised = base !== undefined && isRaisedFrom(base, this.#boxAt(first + i));
      if (!isRaised) base = undefined;
      text += isRaised ? raisedAfter(text, texts[i]) : texts[i];
    }
    return text;
  }

  /** The place of a word, by its first and last character. */
  placeOf(first: number, last: number): PagePlace {
    const box = this.#boxAt(first);
    return this.#placed(last === first ? box : union(box, this.#boxAt(last)), first);
  }

  /** Part of a word on a page with right-to-left writing. @param backward Its characters run to the left. */
  pieceAt(texts: readonly string[], first: number, backward: boolean): PagePlace & { readonly text: string } {
    const boxes = texts.map((_, i) => this.#boxAt(first + i));
    const place = this.#placed(boxes.reduce(union), first);
    const origins = texts.map((_, i) => this.#origin(first + i)[0]);
    if (place.turns !== 0) return { ...place, text: texts.join('') };
    return {
      ...place,
      text: backward ? fromRightToLeft(texts, boxes, origins) : fromLeftToRight(texts, boxes),
    };
  }

  /**
   * PDFium sees a gap before a letter with points that the file names together, since it knows the place of one of their glyphs only,
   * and puts a space without width there.
   */
  isInsideWord(codes: Uint32Array, space: number): boolean {
    if (space + 2 >= codes.length) return false;
    const box = this.#boxAt(space);
    if (box.right > box.left) return false;
    const [x, y] = this.#origin(space + 1);
    const [nextX, nextY] = this.#origin(space + 2);
    return x === nextX && y === nextY && isMark(String.fromCodePoint(codes[space + 1]));
  }

  #boxAt(index: number): Box {
    this.#pdfium.FPDFText_GetLooseCharBox(this.#text, index, this.#scratch);
    // by index: destructuring a typed array takes a tenth of the whole time
    const floats = this.#floats();
    const left = floats[0];
    const right = floats[2];
    return { left, right, bottom: Math.min(floats[1], floats[3]), top: Math.max(floats[1], floats[3]) };
  }

  /** How a box is turned, by its first character. Boxes of fonts that are far taller than their letters would overlap the lines above and below. */
  #placed(box: Box, index: number): PagePlace {
    this.#pdfium.FPDFText_GetMatrix(this.#text, index, this.#scratch);
    const matrix = this.#floats();
    const turns = turnsOf(matrix[0], matrix[1]);
    const { left, right, bottom, top } = box;
    if (turns !== 0) return { left, right, bottom, top, turns };
    const scale = Math.hypot(matrix[2], matrix[3]);
    const size = this.#pdfium.FPDFText_GetFontSize(this.#text, index) * scale;
    const height = top - bottom;
    // some fonts of Chinese have no box but that of the glyph: a line that begins with 一 would be flat
    const isFlat =
      height < FLAT * size && this.#pdfium.FPDFText_GetUnicode(this.#text, index) >= FIRST_UNSPACED;
    if (isFlat) {
      const baseline = this.#origin(index)[1];
      return { left, right, bottom: baseline - 0.12 * size, top: baseline + 0.88 * size, turns };
    }
    // fonts that the file itself draws may have any size
    if (!(height > TALL * size && height < IMPLAUSIBLE * size)) return { left, right, bottom, top, turns };
    const baseline = this.#origin(index)[1];
    return { left, right, bottom: baseline - 0.25 * size, top: baseline + 0.95 * size, turns };
  }

  /** The origin of the glyph. */
  #origin(index: number): readonly [number, number] {
    this.#pdfium.FPDFText_GetCharOrigin(this.#text, index, this.#scratch, this.#scratch + 8);
    const [x, y] = new Float64Array(this.#pdfium.memory.buffer, this.#scratch, 2);
    return [x, y];
  }

  #floats(): Float32Array {
    const { buffer } = this.#pdfium.memory;
    // a view is empty after the memory has grown
    if (this.#view.buffer !== buffer || this.#view.length === 0)
      this.#view = new Float32Array(buffer, this.#scratch, SCRATCH_BYTES / 4);
    return this.#view;
  }

  #view = new Float32Array(0);
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

const DIGIT = /^[0-9]$/;
const TWO_DIGITS = /[0-9][0-9]/;

/** True for a small character that stands higher than the one before it. */
export function isRaisedFrom(before: Box, raised: Box): boolean {
  const height = before.top - before.bottom;
  return raised.top - raised.bottom < 0.85 * height && raised.bottom > before.bottom + 0.2 * height;
}

/** The quarter turns of a writing whose base line runs in this direction. */
function turnsOf(x: number, y: number): number | undefined {
  const quarters = Math.atan2(y, x) / (Math.PI / 2);
  const turns = Math.round(quarters);
  return Math.abs(quarters - turns) < ASLANT ? (turns + 4) % 4 : undefined;
}

/** Quarter turns that a writing may deviate from level or upright. */
const ASLANT = 0.07;
/** Sizes of the font below which its box is too flat, from which it is too tall, and from which its size says nothing. */
const FLAT = 0.7;
const TALL = 1.5;
const IMPLAUSIBLE = 6;

/** By place: PDFium takes the parts of an address, or of a number, for words of a line to the left. */
function fromLeftToRight(texts: readonly string[], boxes: readonly Box[]): string {
  const order = texts.map((_, i) => i).sort((a, b) => boxes[a].left - boxes[b].left);
  return order.map((i) => texts[i]).join('');
}

/** By place: PDFium reverses text that it takes for right-to-left. Points follow their letter. */
function fromRightToLeft(
  texts: readonly string[],
  boxes: readonly Box[],
  origins: readonly number[],
): string {
  const glyphs: { text: string; center: number }[] = [];
  for (let from = 0, to = 1; from < texts.length; from = to++) {
    while (to < texts.length && origins[to] === origins[from]) to++;
    const { left, right } = boxes.slice(from, to).reduce(union);
    glyphs.push({ text: charactersOfGlyph(texts.slice(from, to)), center: left + right });
  }
  const letters = glyphs.filter((glyph) => !isMark(glyph.text)).sort((a, b) => b.center - a.center);
  if (letters.length === 0) return texts.join('');
  const marks = new Map<object, string>();
  for (const glyph of glyphs) {
    if (!isMark(glyph.text)) continue;
    const distance = (letter: { center: number }) => Math.abs(letter.center - glyph.center);
    const base = letters.reduce((best, letter) => (distance(letter) < distance(best) ? letter : best));
    marks.set(base, (marks.get(base) ?? '') + glyph.text);
  }
  return letters
    .map((letter) => letter.text + (marks.get(letter) ?? ''))
    .join('')
    .replaceAll('\u200d', '');
}

export function union(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
    top: Math.max(a.top, b.top),
  };
}

/** The character that PDFium gives for a hyphen at the end of a line. */
function isLineEndHyphen(code: number): boolean {
  return code === 0x02 || code === 0xfffe;
}

/** PDFium puts these where it sees the end of a line. */
function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200b);
}

/** Unassigned and private characters have no meaning outside their font. */
function character(code: number): string {
  if (code > 0x10ffff || (code >= 0xe000 && code <= 0xf8ff) || code === 0xfeff || code === 0xffff) return '';
  if (code >= 0xd800 && code <= 0xdfff) return '';
  const text = String.fromCodePoint(code);
  // ligatures, and shapes of Arabic letters
  const isForm = (code >= 0xfb00 && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc);
  return isForm ? text.normalize('NFKC') : text;
}
