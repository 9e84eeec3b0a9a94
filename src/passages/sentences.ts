/**
 * Cuts a text into sentences, for any script, in time linear in the length of any text.
 *
 * A sentence ends
 * - at 。！？； and at . ! ? … and similar marks of other scripts if white space follows, unless the next word begins with a small
 *   letter, or the full stop belongs to an abbreviation, initials or an ordinal (`sentences/abbreviations.ts`); quotes and brackets
 *   that close after it belong to it;
 * - with its paragraph (a blank line), and within one before list items, indented lines, headings and table rows
 *   (`sentences/line-ends.ts`); other line ends are white space, since lines are often cut by page width;
 * - when it has `SENTENCE_WORDS` words: after the last comma, colon or dash of its second half, or else after the last
 *   of these words that ends there. So the work of comparing two sentences is bounded. A character of Chinese counts as a word.
 *
 * A part without letters and digits is not a sentence. With `clauses`, commas and semicolons end sentences as well, as in paper D.
 */
import type { Span } from '../comparison.ts';
import { paragraphsOf } from '../read/index.ts';
import { isPlainLine, lineEndsSentence } from './sentences/line-ends.ts';
import { nextMark, quotedUnits } from './sentences/quotes.ts';
import { clauseAt, stopAt } from './sentences/stops.ts';
import { continuesWord, pairClass, Unit, unitClasses } from './sentences/unit-classes.ts';

/** The most words of a sentence: longer ones are cut. Fewer than one in 100 real sentences is longer. */
export const SENTENCE_WORDS = 100;

export interface SentenceSpan extends Span {
  /** Number of its paragraph, from 0. */
  readonly paragraph: number;
  /** The whole sentence is inside quotation marks, or in a quoted block (lines that begin with `>`). */
  readonly quoted: boolean;
}

/**
 * @param lang ISO 639-1 code, if it is known: `3. Oktober` is one sentence in German, two in English.
 * @param clauses Also cut after commas and semicolons.
 * @example splitSentences('Mr. Smith came. He left!').length // 2
 */
export function splitSentences(text: string, lang?: string, clauses = false): SentenceSpan[] {
  const found: SentenceSpan[] = [];
  const hasCase = hasCapitals(text);
  let mark = nextMark(text, 0);
  paragraphsOf(text).forEach(({ start, end }, paragraph) => {
    if (mark < start) mark = nextMark(text, start);
    const inside = mark < end ? quotedUnits(text, start, end) : undefined;
    new ParagraphScan(text, start, end, paragraph, hasCase, lang, clauses, inside, found).run();
  });
  return found;
}

const NOWHERE = -1;
const LINE_FEED = 0x0a;
const WORD = Unit.letter | Unit.unspaced | Unit.pair;

/** Walks through one paragraph. */
class ParagraphScan {
  /** The open sentence: where it and its first letter are, its words, and whether any letter is outside quotations. */
  private start = NOWHERE;
  firstLetter = NOWHERE;
  private words = 0;
  private outside = false;
  /** Where it can be cut. */
  private cut = NOWHERE;

  constructor(
    private readonly text: string,
    private readonly from: number,
    readonly to: number,
    private readonly paragraph: number,
    readonly hasCase: boolean,
    readonly lang: string | undefined,
    private readonly clauses: boolean,
    /** Units inside quotations, if there are any. */
    private readonly inside: Uint8Array | undefined,
    private readonly found: SentenceSpan[],
  ) {}

  run(): void {
    const { text, to } = this;
    const classes = unitClasses();
    let line = this.from;
    let linePlain: boolean | undefined;
    let inWord = false;
    let unspaced = false;
    for (let at = this.from; at < to; ) {
      let unit = classes[text.charCodeAt(at)];
      let length = 1;
      if ((unit & Unit.pair) !== 0) {
        unit = pairClass(text, at);
        if (text.codePointAt(at)! > 0xffff) length = 2;
      }
      if ((unit & (Unit.letter | Unit.mark)) !== 0) {
        const begins = (unit & Unit.unspaced) !== 0 || !inWord;
        // a mark never begins a piece: it goes with its letter
        const isFull = begins && this.words >= SENTENCE_WORDS && (unit & Unit.letter) !== 0;
        if (isFull && this.canBeCut(at)) {
          at = this.cut === NOWHERE ? at : this.cut;
          this.end(at);
          inWord = false;
          continue;
        }
        this.addLetter(at, begins);
        unspaced = (unit & Unit.unspaced) !== 0;
        inWord = !unspaced;
        at += length;
        // the rest of a word changes nothing
        while (inWord && at < to && (classes[text.charCodeAt(at)] & WORD) === Unit.letter) at++;
        continue;
      }
      if ((unit & Unit.space) !== 0) {
        // in scripts without spaces between words, a space is as good as a comma
        if (unspaced) this.markCut(at + 1);
        if (text.charCodeAt(at) === LINE_FEED) {
          linePlain ??= isPlainLine(text, line, to);
          const nextPlain = isPlainLine(text, at + 1, to);
          if (!(linePlain && nextPlain) && lineEndsSentence(text, line, at, to)) this.end(at);
          line = at + 1;
          linePlain = nextPlain;
        }
        inWord = false;
        at++;
        continue;
      }
      if (this.start === NOWHERE) this.start = at;
      // a raised digit is a digit of the canonical text
      if ((unit & Unit.raised) !== 0 && this.firstLetter === NOWHERE) this.firstLetter = at;
      inWord = false;
      const isClause = this.clauses && (unit & Unit.clause) !== 0;
      if (isClause || (unit & Unit.stop) !== 0) {
        const stop = isClause ? clauseAt(text, at, to) : stopAt(text, at, this);
        at = stop.end;
        if (stop.ends) this.end(at);
      } else at += length;
      if ((unit & Unit.weak) !== 0) this.markCut(at);
    }
    this.end(to);
  }

  private addLetter(at: number, begins: boolean): void {
    if (this.start === NOWHERE) this.start = at;
    if (this.firstLetter === NOWHERE) this.firstLetter = at;
    if (begins) this.words++;
    if (this.inside === undefined || this.inside[at - this.from] === 0) this.outside = true;
  }

  /** Whether a full sentence can be cut before `at` or earlier: within a word of the canonical text only if that never ends. */
  private canBeCut(at: number): boolean {
    if (this.cut !== NOWHERE || this.words >= 2 * SENTENCE_WORDS) return true;
    return !continuesWord(this.text, at, this.from);
  }

  private markCut(at: number): void {
    if (2 * this.words >= SENTENCE_WORDS) this.cut = at;
  }

  /** Ends the open sentence before `at`. */
  private end(at: number): void {
    if (this.firstLetter !== NOWHERE) {
      const { text, start, paragraph } = this;
      let end = at;
      while ((unitClasses()[text.charCodeAt(end - 1)] & Unit.space) !== 0) end--;
      this.found.push({ start, end, paragraph, quoted: !this.outside });
    }
    this.start = NOWHERE;
    this.firstLetter = NOWHERE;
    this.words = 0;
    this.outside = false;
    this.cut = NOWHERE;
  }
}

function hasCapitals(text: string): boolean {
  const classes = unitClasses();
  for (let at = 0; at < text.length; at++) if ((classes[text.charCodeAt(at)] & Unit.upper) !== 0) return true;
  return false;
}
