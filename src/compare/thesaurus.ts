/**
 * Thesaurus: which words may stand for each other? Files are read for the words of two texts only, so that a thesaurus of
 * 100,000 entries leaves a small table behind. Words are looked up by their stems.
 */
import type { WordNumbers } from '../canonicalize.ts';

/** Words that mean the same: all of them each other, or, in a star, the first and each of the others. */
export interface SynonymGroup {
  readonly words: readonly string[];
  readonly star?: boolean;
}

/** Where synonyms come from. */
export interface Thesaurus {
  /** As a report names it: `built-in (en)`, `/usr/share/mythes/th_en_US_v2.dat`. */
  readonly name: string;
  groups(): Iterable<SynonymGroup>;
}

/** Brings the forms of a word together; takes and gives canonical words. */
export type Stem = (word: string) => string;

/** Which numbered words may stand for each other. */
export class Synonyms {
  /** The stem of every word, as a number. */
  private readonly stemOf: Uint32Array;
  private readonly related = new Map<number, Set<number>>();
  /** 1 for every word for which `are` may be true with another. */
  readonly mayRelate: Uint8Array;

  constructor(vocabulary: WordNumbers, stem: Stem, thesauri: readonly Thesaurus[]) {
    const stems = new Map<string, number>();
    this.stemOf = Uint32Array.from(vocabulary.words, (word) => {
      const form = stem(word);
      let number = stems.get(form);
      if (number === undefined) {
        number = stems.size;
        stems.set(form, number);
      }
      return number;
    });
    const numberOf = rememberStems(stems, stem);
    for (const thesaurus of thesauri) {
      for (const group of thesaurus.groups()) this.add(group, numberOf);
    }
    const forms = new Uint32Array(stems.size);
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
    const known: number[] = [];
    for (let i = 0; i < words.length; i++) {
      const number = numberOf(words[i]);
      if (number !== undefined) known.push(number);
      else if (i === 0 && star === true) return;
    }
    const firsts = star === true ? known.slice(0, 1) : known;
    for (const first of firsts) {
      for (const second of known) {
        if (first === second) continue;
        this.relate(first, second);
        this.relate(second, first);
      }
    }
  }

  private relate(from: number, to: number): void {
    const set = this.related.get(from);
    if (set === undefined) this.related.set(from, new Set([to]));
    else set.add(to);
  }
}

/** The number of a thesaurus word's stem, if the texts have it. Thesauri repeat words a lot: each is stemmed once. */
function rememberStems(stems: ReadonlyMap<string, number>, stem: Stem): (word: string) => number | undefined {
  const known = new Map<string, number | undefined>();
  return (word) => {
    if (known.has(word)) return known.get(word);
    // no text has a word with a space in it
    const folded = word.toLowerCase().replace(/['’]/g, 'ʼ');
    const number = folded.includes(' ') ? undefined : stems.get(stem(folded));
    known.set(word, number);
    return number;
  };
}
