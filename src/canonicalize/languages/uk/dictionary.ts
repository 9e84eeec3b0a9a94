/**
 * Base forms of Ukrainian words from the system's hunspell dictionary (Debian package hunspell-uk), if it is
 * installed: its license does not allow shipping it. Words that are not in it are stemmed by rules.
 *
 * Its 330,000 words and 5,700 suffix rules stand for 3.4 million forms. They are not generated: a form is looked up by removing
 * every suffix that fits and checking whether the rest is a word that takes it. That needs 20 MB and half a second.
 */
import { NeardupError } from '../../../errors.ts';
import { fileExists, readNamedText } from '../../../platform/files.ts';
import { option, wording } from '../../../wording.ts';
import type { Stemmer } from '../../stemmer.ts';
import { ukrainian } from './stemmer.ts';
import { IRREGULARS } from './words.ts';

/** `SFX flag strip add condition`: a word that ends in `strip`, and as the condition says, takes `add` in its place. */
interface SuffixRule {
  readonly flag: string;
  readonly strip: string;
  readonly condition: RegExp;
}

/** Reads the dictionary now; a missing one is an error that says how to get it. */
export function openUkrainianDictionary(folder = '/usr/share/hunspell'): Stemmer {
  const rules = readRules(readPart(`${folder}/uk_UA.aff`));
  const longest = Math.max(0, ...[...rules.keys()].map((suffix) => suffix.length));
  const words = new WordList(readPart(`${folder}/uk_UA.dic`));

  return {
    language: 'uk',
    stem(word) {
      const irregular = IRREGULARS.get(word);
      if (irregular !== undefined) return irregular;
      const flags = words.flagsOf(word);
      // a word that takes suffixes is a base form; one that takes none may be a form that the rules do not produce
      if (flags !== undefined && flags !== '') return word;
      let lemma: string | undefined;
      for (let length = Math.min(longest, word.length - 1); length >= 0; length--) {
        const rest = word.slice(0, word.length - length);
        for (const { flag, strip, condition } of rules.get(word.slice(rest.length)) ?? []) {
          const base = rest + strip;
          if (base === word || !condition.test(base) || !words.flagsOf(base)?.includes(flag)) continue;
          if (lemma === undefined || isBetter(base, lemma)) lemma = base;
        }
      }
      return lemma ?? ukrainian.stem(word);
    },
  };
}

/** Of several words with one form, an adjective (інший rather than інше), then the longest (робота rather than робот). */
function isBetter(word: string, than: string): boolean {
  const adjective = Number(/[иії]й$/.test(word)) - Number(/[иії]й$/.test(than));
  if (adjective !== 0) return adjective > 0;
  return word.length === than.length ? word < than : word.length > than.length;
}

function readPart(path: string): string {
  if (!fileExists(path)) {
    throw new NeardupError(
      'NOT_INSTALLED',
      `Expected the Ukrainian dictionary in ${path}, found no such file.`,
      {
        advice: wording`Install the system package hunspell-uk, or leave out ${option('stemDictionary')} and stem by rules.`,
        option: 'stemDictionary',
      },
    );
  }
  return readNamedText(path);
}

/** The rules by the suffix they add. */
function readRules(text: string): Map<string, SuffixRule[]> {
  const rules = new Map<string, SuffixRule[]>();
  for (const line of text.split('\n')) {
    // the head of a group of rules has a count instead of `add`, and no condition
    const [kind, flag, strip, add, condition] = line.trim().split(/\s+/);
    if (kind !== 'SFX' || condition === undefined) continue;
    const suffix = fold(add === '0' ? '' : add.split('/')[0]);
    const rule = {
      flag,
      strip: fold(strip === '0' ? '' : strip),
      condition: new RegExp(`${fold(condition)}$`),
    };
    const list = rules.get(suffix);
    if (list === undefined) rules.set(suffix, [rule]);
    else list.push(rule);
  }
  return rules;
}

/** The word as it is in canonical text. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll("'", 'ʼ').replaceAll('\u0301', '');
}

/** The words with their flags: one string and a hash table of places in it. */
class WordList {
  private readonly text: string;
  private readonly places: Uint32Array;

  constructor(dictionary: string) {
    const lines = dictionary.split('\n').slice(1);
    const parts: string[] = [];
    for (const line of lines) {
      // flags tell upper from lower case
      const [word, flags = ''] = line.split(/\s/, 1)[0].split(/(?<!^)\/(.*)/s);
      if (word !== '') parts.push(`${fold(word)}/${flags}`);
    }
    this.text = `\n${parts.join('\n')}\n`;
    this.places = new Uint32Array(2 ** Math.ceil(Math.log2(2 * parts.length + 2)));
    let at = 1;
    for (const part of parts) {
      let slot = this.slotOf(part.slice(0, part.indexOf('/')));
      while (this.places[slot] !== 0) slot = (slot + 1) & (this.places.length - 1);
      this.places[slot] = at;
      at += part.length + 1;
    }
  }

  /** The flags of a word, of all its entries together; undefined if it is not in the dictionary. */
  flagsOf(word: string): string | undefined {
    const entry = `${word}/`;
    let flags: string | undefined;
    for (
      let slot = this.slotOf(word);
      this.places[slot] !== 0;
      slot = (slot + 1) & (this.places.length - 1)
    ) {
      const at = this.places[slot];
      if (!this.text.startsWith(entry, at)) continue;
      flags = (flags ?? '') + this.text.slice(at + entry.length, this.text.indexOf('\n', at));
    }
    return flags;
  }

  private slotOf(word: string): number {
    let hash = 0;
    for (let i = 0; i < word.length; i++) hash = Math.imul(hash, 31) + word.charCodeAt(i);
    return (Math.imul(hash, 0x9e3779b1) >>> 8) & (this.places.length - 1);
  }
}
