/**
 * Stems of English words: the Porter2 algorithm as its author publishes it on snowballstem.org, without the steps for
 * apostrophes, at which canonical text separates words. It is our own because the package for the other
 * languages stems 14,000 words a second, and English corpora have the largest vocabularies.
 */
import type { Stemmer } from '../../stemmer.ts';

export const english: Stemmer = {
  language: 'en',
  stem(word) {
    if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
    return WHOLE_WORDS.get(word) ?? new Word(word).stem();
  },
};

const WHOLE_WORDS = new Map([
  ...Object.entries({
    skis: 'ski',
    skies: 'sky',
    dying: 'die',
    lying: 'lie',
    tying: 'tie',
    idly: 'idl',
    gently: 'gentl',
    ugly: 'ugli',
    early: 'earli',
    only: 'onli',
    singly: 'singl',
  }),
  ...'sky news howe atlas cosmos bias andes'.split(' ').map((word): [string, string] => [word, word]),
]);
const DONE_AFTER_S = new Set('inning outing canning herring earring proceed exceed succeed'.split(' '));

/** Suffixes of steps 2 and 3 and their replacements, the longest first. */
const STEP_2 = suffixes({
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  abli: 'able',
  entli: 'ent',
  izer: 'ize',
  ization: 'ize',
  ational: 'ate',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  aliti: 'al',
  alli: 'al',
  fulness: 'ful',
  ousli: 'ous',
  ousness: 'ous',
  iveness: 'ive',
  iviti: 'ive',
  biliti: 'ble',
  bli: 'ble',
  ogi: 'og',
  fulli: 'ful',
  lessli: 'less',
  li: '',
});
const STEP_3 = suffixes({
  tional: 'tion',
  ational: 'ate',
  alize: 'al',
  icate: 'ic',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
  ative: '',
});
const STEP_4 = suffixes(
  Object.fromEntries(
    'ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic'
      .split(' ')
      .map((suffix) => [suffix, '']),
  ),
);

const VOWEL = /[aeiouy]/;
/** A vowel and a consonant other than w, x, Y after a consonant; or a vowel and a consonant that are the word. */
const SHORT_SYLLABLE = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/;

/** A word that is being stemmed. Y is a y that counts as a consonant. */
class Word {
  private text: string;
  /** Where the regions R1 and R2 begin: after the first and the second consonant that follows a vowel. */
  private readonly r1: number;
  private readonly r2: number;

  constructor(word: string) {
    this.text = word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y');
    const begun = /^(?:gener|commun|arsen)/.exec(this.text);
    this.r1 = begun === null ? this.regionFrom(0) : begun[0].length;
    this.r2 = this.regionFrom(this.r1);
  }

  stem(): string {
    this.step1a();
    if (DONE_AFTER_S.has(this.text)) return this.text;
    this.step1b();
    this.text = this.text.replace(/(?<=.[^aeiouy])[yY]$/, 'i');
    this.step2();
    this.step3();
    this.step4();
    this.step5();
    return this.text.replaceAll('Y', 'y');
  }

  private regionFrom(start: number): number {
    const found = /[aeiouy][^aeiouy]/.exec(this.text.slice(start));
    return found === null ? this.text.length : start + found.index + 2;
  }

  private step1a(): void {
    const { text } = this;
    if (text.endsWith('sses')) this.cut(2);
    else if (/ie[ds]$/.test(text)) this.cut(text.length > 4 ? 2 : 1);
    else if (/[^us]s$/.test(text) && VOWEL.test(text.slice(0, -2))) this.cut(1);
  }

  private step1b(): void {
    const [suffix] = /(?:eedly|ingly|edly|eed|ing|ed)$/.exec(this.text) ?? [''];
    if (suffix === '') return;
    if (suffix.startsWith('ee')) {
      if (this.inRegion(suffix, this.r1)) this.replace(suffix, 'ee');
      return;
    }
    if (!VOWEL.test(this.text.slice(0, -suffix.length))) return;
    this.cut(suffix.length);
    if (/(?:at|bl|iz)$/.test(this.text)) this.text += 'e';
    else if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(this.text)) this.cut(1);
    else if (this.r1 >= this.text.length && SHORT_SYLLABLE.test(this.text)) this.text += 'e';
  }

  private step2(): void {
    const found = suffixOf(this.text, STEP_2);
    if (found === undefined || !this.inRegion(found[0], this.r1)) return;
    const before = this.text[this.text.length - found[0].length - 1];
    if (found[0] === 'ogi' && before !== 'l') return;
    if (found[0] === 'li' && !/[cdeghkmnrt]/.test(before)) return;
    this.replace(...found);
  }

  private step3(): void {
    const found = suffixOf(this.text, STEP_3);
    if (found === undefined || !this.inRegion(found[0], found[0] === 'ative' ? this.r2 : this.r1)) return;
    this.replace(...found);
  }

  private step4(): void {
    const [suffix] = suffixOf(this.text, STEP_4) ?? [];
    if (suffix === undefined || !this.inRegion(suffix, this.r2)) return;
    if (suffix !== 'ion' || /[st]ion$/.test(this.text)) this.cut(suffix.length);
  }

  private step5(): void {
    const { text } = this;
    if (text.endsWith('e')) {
      const short = SHORT_SYLLABLE.test(text.slice(0, -1));
      if (this.inRegion('e', this.r2) || (this.inRegion('e', this.r1) && !short)) this.cut(1);
    } else if (text.endsWith('ll') && this.inRegion('l', this.r2)) {
      this.cut(1);
    }
  }

  private inRegion(suffix: string, region: number): boolean {
    return this.text.length - suffix.length >= region;
  }

  private cut(length: number): void {
    this.text = this.text.slice(0, this.text.length - length);
  }

  private replace(suffix: string, by: string): void {
    this.text = this.text.slice(0, this.text.length - suffix.length) + by;
  }
}

type Suffix = [suffix: string, by: string];

/** Suffixes by their last letter, the longest first. */
function suffixes(all: Record<string, string>): Map<string, Suffix[]> {
  const byLetter = new Map<string, Suffix[]>();
  for (const one of Object.entries(all).sort(([a], [b]) => b.length - a.length)) {
    const letter = one[0].slice(-1);
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), one]);
  }
  return byLetter;
}

function suffixOf(word: string, among: Map<string, Suffix[]>): Suffix | undefined {
  const candidates = among.get(word.slice(-1));
  if (candidates === undefined) return undefined;
  for (const one of candidates) if (word.endsWith(one[0])) return one;
  return undefined;
}
