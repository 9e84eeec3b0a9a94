/**
 * Thesaurus: which words may replace each other? Files are read for the words of two texts only, so that a thesaurus of
 * 100,000 entries gives a small table. Words are looked up by their stems.
 */

import type { WordNumbers } from '../canonicalize/index.ts';
import type { SynonymGroup, Thesaurus } from '../passages.ts';
import { FIRST_UNSPACED, lazyPattern, UNSPACED_LETTER } from '../unspaced.ts';

/** Brings the forms of a word together; takes and gives canonical words. */
export type Stem = (word: string) => string;

/** The number of letters that a word and its stem have in common at the beginning. */
const COMMON_LETTERS = 2;

/** Which numbered words may replace each other. */
export class Synonyms {
  /** 1 for every word for which `are` may be true with another. */
  readonly mayRelate: Uint8Array;
  /** The stem of every word, as a number. */
  private readonly stemOf: Uint32Array;
  private readonly stems = new Map<string, number>();
  private readonly related = new Map<number, Set<number>>();

  constructor(
    vocabulary: WordNumbers,
    private readonly stem: Stem,
    thesauri: readonly Thesaurus[],
  ) {
    this.stemOf = Uint32Array.from(vocabulary.words, (word) => {
      const form = stem(word);
      let number = this.stems.get(form);
      if (number === undefined) {
        number = this.stems.size;
        this.stems.set(form, number);
      }
      return number;
    });
    const numberOf = this.lookUp();
    const wanted = (word: string) => numberOf(word) !== undefined;
    for (const thesaurus of thesauri) {
      for (const group of thesaurus.groups(wanted)) this.add(group, numberOf);
    }
    const forms = new Uint32Array(this.stems.size);
    for (const number of this.stemOf) forms[number]++;
    this.mayRelate = Uint8Array.from(this.stemOf, (number) =>
      forms[number] > 1 || this.related.has(number) ? 1 : 0,
    );
  }

  /** True for forms of one word, and for synonyms. */
  are(a: number, b: number): boolean {
    const [first, second] = [this.stemOf[a], this.stemOf[b]];
    return first === second || this.related.get(first)?.has(second) === true;
  }

  private add({ words, star }: SynonymGroup, numberOf: (word: string) => number | undefined): void {
    if (words.some(isRun)) {
      this.addRuns(words, star === true, numberOf);
      return;
    }
    const known: number[] = [];
    for (let i = 0; i < words.length; i++) {
      const number = numberOf(words[i]);
      if (number !== undefined) known.push(number);
      else if (i === 0 && star === true) return;
    }
    const firsts = star === true ? known.slice(0, 1) : known;
    for (const first of firsts) for (const second of known) this.relate(first, second);
  }

  /** Words of several characters: the texts have single characters, so these are related, one by one or, if lengths differ, all. */
  private addRuns(
    words: readonly string[],
    star: boolean,
    numberOf: (word: string) => number | undefined,
  ): void {
    const runs = words.map((word) => [...word].map(numberOf));
    for (const [i, first] of (star ? runs.slice(0, 1) : runs).entries()) {
      for (const second of runs.slice(i + 1)) {
        for (const [x, one] of first.entries()) {
          for (const [y, other] of second.entries()) {
            if (one === undefined || other === undefined) continue;
            if (first.length !== second.length || x === y) this.relate(one, other);
          }
        }
      }
    }
  }

  private relate(a: number, b: number): void {
    if (a === b) return;
    for (const [from, to] of [
      [a, b],
      [b, a],
    ]) {
      const set = this.related.get(from);
      if (set === undefined) this.related.set(from, new Set([to]));
      else set.add(to);
    }
  }

  /** The number of a thesaurus word's stem, if the texts have it. Most do not, which their first letters show. */
  private lookUp(): (word: string) => number | undefined {
    const beginnings = new Set([...this.stems.keys()].map((stem) => stem.slice(0, COMMON_LETTERS)));
    const known = new Map<string, number | undefined>();
    return (word) => {
      if (known.has(word)) return known.get(word);
      const folded = word.toLowerCase();
      if (!beginnings.has(folded.slice(0, COMMON_LETTERS)) || folded.includes(' ')) return undefined;
      const number = this.stems.get(this.stem(folded.replace(/['’]/g, 'ʼ')));
      known.set(word, number);
      return number;
    };
  }
}

const unspacedRun = lazyPattern(`^(?:${UNSPACED_LETTER}\\p{M}*){2,}$`, 'u');

/** True for a word of several characters of a script without spaces. */
function isRun(word: string): boolean {
  return word.charCodeAt(0) >= FIRST_UNSPACED && unspacedRun().test(word);
}
