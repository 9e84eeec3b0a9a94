/**
 * A guess at the charset of bytes that are not Unicode: each possible charset is tried, and the resulting text is
 * judged. Is it letters where letters should be, in one script, in lower case within words, and does it
 * look like a language? The trigrams of `eld` answer the last question.
 */
import { ALPHABETS } from './alphabets.ts';
import { decodeCharset } from './decode-charset.ts';
import { guessMultibyte } from './multibyte.ts';

/** Bytes to look at: enough to be sure, few enough to be quick. */
const SAMPLE = 4096;
/** Characters around letters beyond ASCII that are shown to the detector of languages. */
const SHOWN = 600;

/** The most likely charset, or undefined if none makes sense of the bytes. */
export async function guessCharset(bytes: Uint8Array): Promise<string | undefined> {
  // charsets differ only above 127: bytes before the first such byte say nothing
  const first = bytes.findIndex((byte) => byte > 0x7f);
  if (first === -1) return undefined;
  const sample = bytes.subarray(Math.max(0, first - 40), first + SAMPLE);
  const wide = guessMultibyte(sample);
  if (wide !== undefined) return wide;
  const { eld } = await import('eld/extrasmall');
  const languageScore = (text: string) => bestLanguage(text, eld.detect(text).getScores());
  let best: { charset: string; score: number } | undefined;
  const seen = new Set<string>();
  for (const charset of SINGLE_BYTE) {
    const text = decodeCharset(charset, sample);
    const shown = wordsBeyondAscii(text);
    // charsets that agree on these bytes: the first, more frequent one is taken
    if (seen.has(text)) continue;
    seen.add(text);
    const { plausibility, strange } = judge(text);
    if (strange > MAX_STRANGE) continue;
    const score = plausibility + LANGUAGE_WEIGHT * languageScore(shown) - (RARE.get(charset) ?? 0);
    if (best === undefined || score > best.score) best = { charset, score };
  }
  return best !== undefined && best.score > MIN_SCORE ? best.charset : undefined;
}

/** The penalty of rare charsets. */
const RARE: ReadonlyMap<string, number> = new Map([
  ['iso-8859-15', 0.02],
  ['iso-8859-13', 0.02],
  ['macintosh', 0.06],
  ['ibm850', 0.06],
  ['ibm852', 0.06],
  ['ibm855', 0.04],
  ['ibm1125', 0.01],
]);
/** In the order in which they are preferred if the bytes mean the same in several. */
const SINGLE_BYTE: readonly string[] = [
  ...[
    'windows-1252',
    'windows-1251',
    'windows-1250',
    'koi8-u',
    'windows-1253',
    'windows-1254',
    'windows-1255',
  ],
  ...['windows-1256', 'windows-1257', 'windows-874', 'iso-8859-15', 'iso-8859-2', 'iso-8859-5', 'iso-8859-7'],
  ...[
    'iso-8859-6',
    'iso-8859-13',
    'ibm866',
    'ibm1125',
    'ibm855',
    'x-mac-cyrillic',
    'macintosh',
    'ibm850',
    'ibm852',
  ],
];
const LANGUAGE_WEIGHT = 2;
/** The score of letters in a row that are no language. */
const MIN_SCORE = 1.1;
/** The share of characters beyond ASCII that may be invalid. */
const MAX_STRANGE = 0.05;

/** How well the text fits a language, by its trigrams and by its letters beyond ASCII. */
function bestLanguage(text: string, scores: Readonly<Record<string, number>>): number {
  const letters = text.toLowerCase().match(/[^\P{L}\0-\x7f]/gu) ?? [];
  let best = 0;
  for (const [language, score] of Object.entries(scores)) {
    const alphabet = ALPHABETS[language];
    // other languages have a script of their own
    const own =
      alphabet === undefined ? letters.length : letters.filter((letter) => alphabet.includes(letter)).length;
    const share = letters.length === 0 ? 1 : own / letters.length;
    best = Math.max(best, score + ALPHABET_WEIGHT * (share - 1));
  }
  return best;
}

/** The penalty if all letters are foreign to the language, whose score is 0 to 1. */
const ALPHABET_WEIGHT = 1;

/** Words with letters beyond ASCII, which alone differ between charsets. */
function wordsBeyondAscii(text: string): string {
  let shown = '';
  for (const [word] of text.matchAll(/\S*[^\0-\x7f]\S*/g)) {
    shown += `${word} `;
    if (shown.length > SHOWN) break;
  }
  return shown;
}

interface Judgment {
  /** From about -2 to 1: how well characters beyond ASCII fit to those around them. */
  readonly plausibility: number;
  /** The share of characters beyond ASCII that no text has: controls, unassigned and replacement characters. */
  readonly strange: number;
}

function judge(text: string): Judgment {
  let count = 0;
  let strange = 0;
  let sum = 0;
  let upper = 0;
  let lower = 0;
  let before = ' ';
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char > '\x7f') {
      count++;
      if (STRANGE.test(char)) strange++;
      else sum += valueBetween(before, char, text[i + 1] ?? ' ');
      if (UPPER.test(char)) upper++;
      else if (LOWER.test(char)) lower++;
    }
    before = char;
  }
  if (count === 0) return { plausibility: 0, strange: 0 };
  // some charsets have the small letters where others have the capitals
  const shouting = upper > 4 * lower ? SHOUTING : 0;
  return { plausibility: sum / count - shouting, strange: strange / count };
}

const STRANGE = /[\x80-\x9f\ufffd\p{Co}\p{Cn}]/u;
const LETTER = /[\p{L}\p{M}]/u;
const UPPER = /\p{Lu}/u;
const LOWER = /\p{Ll}/u;
const QUOTES = /[«»„“”‘’‚‹›–—…\xa0\xad·¿¡]/;
const SIGNS = /[№§°€©®]/;
const MARK = /\p{M}/u;
const DRAWING = /[\u2500-\u25ff]/;

/** The penalty of text in capitals only. */
const SHOUTING = 0.3;

/** How a character beyond ASCII fits between its neighbors. */
function valueBetween(before: string, char: string, after: string): number {
  const inside = LETTER.test(before) && LETTER.test(after);
  if (!LETTER.test(char)) {
    if (DRAWING.test(char)) return -1;
    if (inside) return char === '’' || char === '\xad' || char === '·' ? 0.2 : -1.5;
    if (QUOTES.test(char)) return 1;
    return SIGNS.test(char) && !LETTER.test(before) ? 0.5 : -0.5;
  }
  if (MARK.test(char) && !LETTER.test(before)) return -1;
  if (char === 'ª' || char === 'º' || char === 'ƒ') return inside ? -1 : 0;
  // a single letter is a word in some languages, but seldom a capital, and not beside a sign
  const alone = !LETTER.test(before) && !LETTER.test(after);
  if (alone && (UPPER.test(char) || /[^\s\w]/.test(before + after)) && scriptOf(char) === 0) return -0.5;
  let value = 1;
  if (UPPER.test(char) && LOWER.test(before)) value -= 1.5;
  if (LOWER.test(char) && UPPER.test(before) && UPPER.test(after)) value -= 1;
  const script = scriptOf(char);
  for (const other of [before, after]) {
    if (LETTER.test(other) && scriptOf(other) !== script) value -= 0.75;
  }
  return value;
}

function scriptOf(char: string): number {
  const code = char.charCodeAt(0);
  if (code < 0x370 || (code >= 0x1e00 && code < 0x1f00)) return 0;
  // Greek, Cyrillic, Hebrew, Arabic, Thai …: blocks of 256, and those beside them
  if (code < 0x400) return 1;
  if (code < 0x530) return 2;
  if (code < 0x600) return 3;
  return code < 0x700 ? 4 : code >> 8;
}
