/** Words in canonical texts: which documents have them, and how often, as such or in another form. */

import { growingU32 } from '../corpus/index.ts';
import { findBytes, latin1, toSearch } from '../platform/bytes.ts';
import { SoughtTerm } from './sought-term.ts';

/** Canonical texts that follow each other in one place, with nothing or a separator between them. */
export interface CanonicalTexts {
  readonly count: number;
  start(number: number): number;
  end(number: number): number;
  read(position: number, length: number): Uint8Array;
  /** The number of words, if it is known without reading the text. */
  words?(number: number): number;
  /**
   * Adds every text that has a term or a form of the term, with both counts, if they are known without reading the texts.
   * The texts of a term ascend.
   */
  findTerms?(terms: readonly SoughtTerm[], add: CountTerm): void;
}

export type CountTerm = (term: number, text: number, exact: number, forms: number) => void;

/** The documents that have a word, ascending, with the counts of the word and of its other forms: 8 bytes each. */
export interface TermPostings {
  readonly length: number;
  position(i: number): number;
  exact(i: number): number;
  forms(i: number): number;
}

/** The weight of another form of a word. */
export const FORM = 0.6;
/** Up to this many words are searched as bytes, one after the other; for more, every word of the texts is looked up. */
const FEW = 24;
const STRETCH = 1 << 22;
const LAST_SEPARATOR = 0x20;
/** Words whose terms are remembered. */
const MOST_KNOWN = 1 << 20;

export function postingsOf(texts: CanonicalTexts, terms: ReadonlySet<string>): Map<string, TermPostings> {
  const needles = [...terms].map((term) => new Needle(term));
  const found = () => new Map(needles.map((needle) => [needle.term, needle]));
  if (texts.findTerms !== undefined) {
    texts.findTerms(needles, (term, text, exact, forms) => needles[term].add(text, exact, forms));
    return found();
  }
  const dictionary = needles.length > FEW ? new Dictionary(needles) : undefined;
  for (let first = 0; first < texts.count; ) {
    const start = texts.start(first);
    let last = first + 1;
    while (last < texts.count && texts.end(last) - start <= STRETCH) last++;
    const bytes = toSearch(texts.read(start, texts.end(last - 1) - start));
    if (dictionary !== undefined) dictionary.find(bytes, texts, first, last);
    else for (const needle of needles) needle.find(bytes, texts, first, last);
    first = last;
  }
  for (const needle of needles) needle.finish();
  return found();
}

class Needle extends SoughtTerm implements TermPostings {
  private readonly positions = growingU32();
  /** Those before the last, exact << 16 | forms; the last one is still being counted. */
  private readonly counts = growingU32();
  private last = -1;
  private lastExact = 0;
  private lastForms = 0;

  /** Searches the texts [first, last), all of which are in `bytes`; `bytes` begins with text `first`. */
  find(bytes: Uint8Array, texts: CanonicalTexts, first: number, last: number): void {
    const offset = texts.start(first);
    let number = first;
    let start = 0;
    let end = texts.end(first) - offset;
    for (let at = findBytes(bytes, this.stem); at !== -1; at = findBytes(bytes, this.stem, at + 1)) {
      while (at >= end && number + 1 < last) {
        number++;
        start = texts.start(number) - offset;
        end = texts.end(number) - offset;
      }
      if (at < start || at + this.stem.length > end) continue;
      if (this.inside) this.count(number, true);
      else if (at === start || bytes[at - 1] <= LAST_SEPARATOR) {
        let to = at + this.stem.length;
        while (to < end && bytes[to] > LAST_SEPARATOR) to++;
        const same = to - at === this.bytes.length && this.isAt(bytes, at);
        if (same || this.isForm(to - at)) this.count(number, same);
      }
    }
  }

  private isAt(bytes: Uint8Array, at: number): boolean {
    // most differ at their end, if at all: they begin with the stem
    for (let i = this.bytes.length - 1; i >= this.stem.length; i--) {
      if (bytes[at + i] !== this.bytes[i]) return false;
    }
    return true;
  }

  count(number: number, same: boolean): void {
    if (this.last !== number) {
      this.finish();
      this.last = number;
    }
    if (same) this.lastExact++;
    else this.lastForms++;
  }

  /** Nothing more comes of the last document. */
  finish(): void {
    if (this.last === -1) return;
    this.add(this.last, this.lastExact, this.lastForms);
    this.last = -1;
    this.lastExact = 0;
    this.lastForms = 0;
  }

  add(number: number, exact: number, forms: number): void {
    this.positions.push(number);
    this.counts.push(Math.min(0xffff, exact) * 0x10000 + Math.min(0xffff, forms));
  }

  get length(): number {
    return this.positions.length;
  }

  position(i: number): number {
    return this.positions.get(i);
  }

  exact(i: number): number {
    return this.counts.get(i) >>> 16;
  }

  forms(i: number): number {
    return this.counts.get(i) & 0xffff;
  }
}

interface Known {
  readonly needle: Needle;
  readonly same: boolean;
  /** How often a single character stands in the word. */
  readonly times: number;
}

/** Many needles: every word of the texts is looked up, and matched with the needles only once. Words are bytes as Latin-1. */
class Dictionary {
  private readonly byStem = new Map<string, Needle[]>();
  private readonly inside: Needle[];
  private readonly known = new Map<string, readonly Known[]>();

  constructor(needles: readonly Needle[]) {
    this.inside = needles.filter((needle) => needle.inside);
    for (const needle of needles) {
      if (needle.inside) continue;
      const stem = latin1(needle.stem);
      this.byStem.set(stem, [...(this.byStem.get(stem) ?? []), needle]);
    }
  }

  find(bytes: Uint8Array, texts: CanonicalTexts, first: number, last: number): void {
    const offset = texts.start(first);
    for (let number = first; number < last; number++) {
      const text = latin1(bytes, texts.start(number) - offset, texts.end(number) - offset);
      for (const word of text.split(' ')) {
        let found = this.known.get(word);
        if (found === undefined) {
          found = this.lookUp(word);
          if (this.known.size === MOST_KNOWN) this.known.clear();
          this.known.set(word, found);
        }
        for (const { needle, same, times } of found)
          for (let n = 0; n < times; n++) needle.count(number, same);
      }
    }
  }

  private lookUp(word: string): Known[] {
    const found: Known[] = [];
    for (let length = 1; length <= word.length; length++) {
      for (const needle of this.byStem.get(word.slice(0, length)) ?? []) {
        const same = latin1(needle.bytes) === word;
        if (same || needle.isForm(word.length)) found.push({ needle, same, times: 1 });
      }
    }
    for (const needle of this.inside) {
      const times = word.split(latin1(needle.bytes)).length - 1;
      if (times > 0) found.push({ needle, same: true, times });
    }
    return found;
  }
}
