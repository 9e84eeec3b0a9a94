/**
 * Disguised words: letters of another script among look-alikes (`pаypal` with a Cyrillic а), and characters inside a word that nobody
 * sees. Canonical text undoes most of it, so copies are found anyway; this reports the disguise.
 *
 * Only spellings that no language uses are findings. Joiners of Persian or Hindi, tatweel and soft hyphens are none, nor is a word that
 * canonicalization leaves in two scripts (`Cα`), or that has a part in each (`SMSка`, `ωmax`).
 */
import type { Disguise, Disguises } from '../answers/disguises.ts';
import { lazyPattern } from '../unspaced.ts';
import { scalarFolder } from './fold-text.ts';
import { ACCENTS, CYRILLIC_LETTERS, GREEK_LETTERS, INVISIBLE, LATIN_LETTERS } from './letter-ranges.ts';
import type { TextFolder } from './text-folder.ts';

const MOST_EXAMPLES = 3;
/** Characters of an example that are shown. */
const LONGEST_EXAMPLE = 40;
/** Suspicious places of a text that are looked at, so that nobody can make a text that takes long. */
const MOST_PLACES = 1000;
/** How far before and after a suspicious place its word may reach. */
const LONGEST_WORD = 64;

let folder: TextFolder | undefined;

/** The disguised words of a text; undefined if it has none. */
export function findDisguises(text: string): Disguises | undefined {
  let mixedWords = 0;
  let invisible = 0;
  let places = 0;
  const examples: Disguise[] = [];
  const search = new RegExp(suspect());
  let found = search.exec(text);
  for (let from = 0; found !== null && places < MOST_PLACES; found = search.exec(text), places++) {
    const start = wordStart(text, Math.max(from, found.index - LONGEST_WORD), found.index);
    const end = wordEnd(text, found.index + found[0].length);
    for (const { isMixed, hidden, ...example } of disguisesIn(text, start, end)) {
      if (isMixed) mixedWords++;
      invisible += hidden;
      if (examples.length < MOST_EXAMPLES) examples.push(example);
    }
    from = end;
    search.lastIndex = end;
  }
  if (mixedWords + invisible === 0) return undefined;
  return { mixedWords, invisible, ...(found !== null && { atLeast: true as const }), examples };
}

/** The disguised words of a part of a text that no word reaches out of. Words with only a blank or a control character between them are one. */
function* disguisesIn(
  text: string,
  from: number,
  to: number,
): Generator<Disguise & { readonly isMixed: boolean; readonly hidden: number }> {
  folder ??= scalarFolder();
  const { text: folded, starts, ends } = folder.foldWithPlaces(text.slice(from, to), 1);
  const words = folded.split(' ');
  for (let i = 0; i < starts.length; i++) {
    const first = i;
    while (i + 1 < starts.length && isBlank().test(text.slice(from + ends[i] - 1, from + starts[i + 1] + 1)))
      i++;
    const before = overridesBefore().exec(text.slice(from, from + starts[first]))?.[0].length ?? 0;
    const [start, end] = [from + starts[first] - before, from + ends[i]];
    const own = text.slice(start, end);
    const readAs = words.slice(first, i + 1);
    const isMixed = readAs.some((word, w) =>
      isDisguised(text.slice(from + starts[first + w], from + ends[first + w]), word),
    );
    const hidden = before + [...(own.slice(before).match(hiddenInside())?.join('') ?? '')].length;
    if (!isMixed && hidden === 0) continue;
    const plain = readAs.join(' ');
    yield { isMixed, hidden, start, end, text: shown(own, plain), readAs: cut(plain) };
  }
}

/** Whether a word has letters of several scripts and is read as a word of one. */
function isDisguised(own: string, readAs: string): boolean {
  return scriptsIn(own).length > 1 && scriptsIn(readAs).length === 1 && !isCompound(own);
}

const MARKS = `[${ACCENTS}]*`;
/** They may separate words, as a text may have them for spaces, dashes and ends of lines: a blank of Braille, control characters. */
const BLANK = '\\u2800\\0-\\x08\\x0e-\\x1b\\x7f';
const HIDDEN = `(?:[${INVISIBLE}${BLANK}]|\\udb40[\\udc00-\\udfff])`;
const OVERRIDE = '[\\u202d\\u202e]';
const LETTER = `[${LATIN_LETTERS}${GREEK_LETTERS}${CYRILLIC_LETTERS}]`;

/** Two letters of different scripts side by side, or letters with something invisible between them. */
const suspect = lazyPattern(
  [
    `[${LATIN_LETTERS}]${MARKS}[${GREEK_LETTERS}${CYRILLIC_LETTERS}]`,
    `[${GREEK_LETTERS}]${MARKS}[${LATIN_LETTERS}${CYRILLIC_LETTERS}]`,
    `[${CYRILLIC_LETTERS}]${MARKS}[${LATIN_LETTERS}${GREEK_LETTERS}]`,
    `${LETTER}${MARKS}${HIDDEN}+${LETTER}`,
    `${OVERRIDE}${LETTER}`,
  ].join('|'),
  'g',
);
const hiddenInside = lazyPattern(`(?<=${LETTER}${MARKS})${HIDDEN}+(?=${LETTER})`, 'g');
const isBlank = lazyPattern(`^(?:${LETTER}|[${ACCENTS}])[${BLANK}]+${LETTER}$`, '');
const overridesBefore = lazyPattern(`${OVERRIDE}+$`, '');

/** The letters of each script. */
const SCRIPTS = [LATIN_LETTERS, GREEK_LETTERS, CYRILLIC_LETTERS];
const ofScript = SCRIPTS.map((letters) => lazyPattern(`[${letters}]`, ''));

/** The scripts that have letters in a word. */
function scriptsIn(word: string): string[] {
  return SCRIPTS.filter((_, i) => ofScript[i]().test(word));
}

/** A name with an ending or another word after it, each in its own script, or a Greek sign with a name: `SMSка`, `IPадреса`, `ωmax`. People write these. */
const compound = lazyPattern(
  [
    ...SCRIPTS.map((letters) => `^[${letters}]{2,}(?!.*[${letters}])${LETTER}{2,}$`),
    `^[α-ω][${LATIN_LETTERS}]+$`,
    `^[${LATIN_LETTERS}]+[α-ω]$`,
  ].join('|'),
  '',
);

function isCompound(word: string): boolean {
  return scriptsIn(word).length === 2 && compound().test(word);
}

/** White space, but not the hair space, which may be inside a word. */
const SPACE = '(?![\\u200a\\ufeff])\\s';
const lastSpace = lazyPattern(`${SPACE}(?:(?!${SPACE})[^])*$`, '');
const firstSpace = lazyPattern(SPACE, '');

/** The place after the last white space before `at`. */
function wordStart(text: string, from: number, at: number): number {
  const space = text.slice(from, at).search(lastSpace());
  return space === -1 ? from : from + space + 1;
}

/** The place of the next white space from `at` on, if a word may reach so far. */
function wordEnd(text: string, at: number): number {
  const space = text.slice(at, at + LONGEST_WORD).search(firstSpace());
  return Math.min(text.length, space === -1 ? at + LONGEST_WORD : at + space);
}

/** The word with its disguising characters escaped: readers see them, and they cannot steer a terminal or page. */
function shown(own: string, readAs: string): string {
  const plain = new RegExp(`[${scriptsIn(readAs)[0] ?? ''}\\p{M}\\p{N}'’ʼ]`, 'u');
  return cut([...own].map((char) => (plain.test(char) ? char : escaped(char))).join(''));
}

function escaped(char: string): string {
  return char.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function cut(word: string): string {
  return word.length > LONGEST_EXAMPLE
    ? `${word.slice(0, LONGEST_EXAMPLE).replace(/[\ud800-\udbff]$/, '')}…`
    : word;
}
