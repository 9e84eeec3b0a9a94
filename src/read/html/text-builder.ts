/**
 * The one text form of all formats: words separated by single spaces, cells by a tab, lines by `\n`, paragraphs by a
 * blank line, nothing at the ends. Extractors give the parts; the separators are decided here.
 */
import { utf8Length } from '../../platform/bytes.ts';
import { BadDocument } from '../bad-document.ts';
import { tooLong } from '../messages.ts';
import { raisedAfter } from '../text/raised-digits.ts';
import { joinsLines } from '../text/unspaced.ts';

export class TextBuilder {
  readonly #max: number;
  readonly #parts: string[] = [];
  /** White space that is written only when more text comes. */
  #gap = '';
  /** The gap is running text in which a line ends: between characters of scripts without spaces it is nothing. */
  #wraps = false;
  #length = 0;

  /** @param max The longest text in bytes; raises BadDocument when it is exceeded. */
  constructor(max: number = Number.POSITIVE_INFINITY) {
    this.#max = max;
  }

  /** UTF-16 units so far. */
  get length(): number {
    return this.#length;
  }

  /** Running text, in which all white space is alike. */
  text(text: string): void {
    const shown = CONTROL.test(text) ? text.replace(CONTROLS, '') : text;
    const isWrapped = shown.includes('\n');
    const words = isWrapped ? shown.replace(WHITE, spaceOrNothing) : shown.replace(WHITE, ' ');
    const from = words.startsWith(' ') ? 1 : 0;
    const to = words.endsWith(' ') ? words.length - 1 : words.length;
    if (from === 1) {
      this.#separate(' ');
      if (isWrapped) this.#wraps ||= LINE_BEFORE.test(shown);
    }
    if (from >= to) return;
    this.#write(to - from === words.length ? words : words.slice(from, to));
    if (to === words.length) return;
    this.#gap = ' ';
    this.#wraps = isWrapped && shown.slice(shown.trimEnd().length).includes('\n');
  }

  /** Raised text. */
  superscript(text: string): void {
    this.text(this.#gap === '' ? raisedAfter(this.#parts.at(-1) ?? '', text) : text);
  }

  /** Text whose line ends and spaces count. */
  preformatted(text: string): void {
    const content = text.trim();
    if (content === '') {
      // so that a million tags with a space each take no more than a look
      if (this.#gap.length < LONG_GAP && this.#gap !== '\n\n') this.#separate(this.#gap + text);
      return;
    }
    const start = text.indexOf(content[0]);
    // the space before the first word is an indent, unless it separates two words
    const before = text.slice(0, start);
    if (before !== '') this.#separate(before.includes('\n') ? before.slice(before.indexOf('\n')) : before);
    this.#write(content.replaceAll('\r\n', '\n'));
    this.#gap = text.slice(start + content.length);
  }

  cell(): void {
    this.#separate('\t');
  }

  /** Between cells of a row, also where the cell before ended with a paragraph. */
  nextCell(): void {
    this.#gap = '\t';
  }

  line(): void {
    this.#separate('\n');
  }

  paragraph(): void {
    this.#separate('\n\n');
  }

  /** The text of another builder as paragraphs of their own. */
  append(other: string): void {
    if (other === '') return;
    this.paragraph();
    this.#write(other);
    this.paragraph();
  }

  finish(): string {
    const text = this.#parts.join('');
    if (3 * text.length > this.#max && utf8Length(text) > this.#max) this.#fail();
    return text;
  }

  #write(content: string): void {
    if (this.#gap !== '') {
      const isNothing = this.#wraps && this.#gap === ' ' && joinsLines(this.#parts.at(-1) ?? '', content);
      if (this.#length > 0 && !isNothing) this.#parts.push(this.#gap);
      this.#gap = '';
      this.#wraps = false;
    }
    this.#parts.push(content);
    this.#length += content.length;
    if (this.#length > this.#max) this.#fail();
  }

  /** Of two separators the stronger one stays. */
  #separate(gap: string): void {
    if (strength(gap) >= strength(this.#gap)) this.#gap = gap;
  }

  #fail(): never {
    throw new BadDocument(tooLong('a text', undefined, this.#max));
  }
}

const WHITE = /\s+/g;
const LINE_BEFORE = /^[^\S\n]*\n/;

/** The replacement of white space in running text. */
function spaceOrNothing(white: string, at: number, text: string): string {
  const end = at + white.length;
  const joins = at > 0 && end < text.length && white.includes('\n');
  return joins && joinsLines(text.slice(Math.max(0, at - 2), at), text.slice(end, end + 2)) ? '' : ' ';
}

/** Control characters that are no white space: anchors of pictures, remains of other formats. */
const CONTROL = /[\0-\x08\x0e-\x1f\x7f]/;
const CONTROLS = /[\0-\x08\x0e-\x1f\x7f]+/g;
const LONG_GAP = 200;

function strength(gap: string): number {
  const lines = gap.indexOf('\n');
  if (lines !== -1) return gap.includes('\n', lines + 1) ? 4 : 3;
  return gap.includes('\t') ? 2 : gap === '' ? 0 : 1;
}
