/**
 * Which language is a text in? The script decides if it can; between languages of one script, a few letters that
 * only one of them has or their most frequent words, then the n-grams of `eld`.
 */
import { languageByWords } from './frequent-words.ts';
import { languageCode } from './stop-word-languages.ts';

/** The language of a text as an ISO 639-1 code; undefined if it is unknown or has no stop words. */
export type Detector = (text: string) => string | undefined;

/** Characters to look at: more do not improve the answer. */
export const DETECT_LENGTH = 1000;
/** Characters of these that are given to `eld`, whose time grows with them. */
const NGRAMS_LENGTH = 400;
/** A Chinese or Japanese word has one to two characters, a word of letters about five. */
const WEIGHT_OF_HAN = 3;

/** Scripts by the first code unit of their blocks. The n-grams tell the other scripts apart. */
const BLOCKS: readonly [start: number, script: string][] = [
  [0x0000, ''],
  [0x0041, 'latin'],
  [0x005b, ''],
  [0x0061, 'latin'],
  [0x007b, ''],
  [0x00c0, 'latin'],
  [0x0370, 'el'],
  [0x0400, 'cyrillic'],
  [0x0530, 'hy'],
  [0x0590, 'he'],
  [0x0600, 'other'],
  [0x0980, 'bn'],
  [0x0a00, 'other'],
  [0x0a80, 'gu'],
  [0x0b00, 'other'],
  [0x0e00, 'th'],
  [0x0e80, 'other'],
  [0x1100, 'ko'],
  [0x1200, 'other'],
  [0x2000, ''],
  [0x3040, 'kana'],
  [0x3100, ''],
  [0x3400, 'han'],
  [0xa000, 'other'],
  [0xac00, 'ko'],
  // the halves of a surrogate pair: Han if it is a letter
  [0xd800, ''],
  [0xf900, 'han'],
  [0xfb00, ''],
];
const SCRIPTS = [...new Set(BLOCKS.map(([, script]) => script))];

/** Loads `eld` (a megabyte of n-grams, a quarter of a second). */
export async function openDetector(): Promise<Detector> {
  const { eld } = await import('eld/extrasmall');
  return (text) => detectLanguage(text, (head) => eld.detect(head).language);
}

/** The language of one text. `eld` is loaded only if scripts, letters and frequent words do not decide. */
export async function languageOfText(text: string): Promise<string | undefined> {
  let undecided = false;
  const language = detectLanguage(text, () => {
    undecided = true;
    return '';
  });
  return undecided ? (await openDetector())(text) : language;
}

/** The decision without the n-grams, which are used only if scripts and letters do not decide. */
export function detectLanguage(text: string, byNgrams: (head: string) => string): string | undefined {
  const head = text.slice(0, DETECT_LENGTH);
  const { script, kana, han } = mainScript(head);
  switch (script) {
    case '':
      return undefined;
    case 'kana':
    case 'han':
      // Japanese mixes Han and kana; Chinese has no kana
      return 10 * kana > han ? 'ja' : 'zh';
    case 'cyrillic':
      return cyrillicLanguage(head) ?? languageCode(byNgrams(head.slice(0, NGRAMS_LENGTH)));
    case 'latin': {
      const start = head.slice(0, NGRAMS_LENGTH);
      return languageByWords(start) ?? languageCode(byNgrams(start));
    }
    case 'other':
      return languageCode(byNgrams(head.slice(0, NGRAMS_LENGTH)));
    default:
      return languageCode(script);
  }
}

/** The script of most of the text, '' if there are no letters. */
function mainScript(head: string): { script: string; kana: number; han: number } {
  const counts = new Float64Array(SCRIPTS.length);
  for (let i = 0; i < head.length; i++) counts[scriptOfUnit()[head.charCodeAt(i)]]++;
  const of = (script: string) => counts[SCRIPTS.indexOf(script)];
  const kana = of('kana');
  const han = of('han');
  counts[SCRIPTS.indexOf('han')] = WEIGHT_OF_HAN * (kana + han);
  counts[SCRIPTS.indexOf('')] = 0;
  const most = counts.indexOf(Math.max(...counts));
  return { script: counts[most] === 0 ? '' : SCRIPTS[most], kana, han };
}

let scripts: Uint8Array | undefined;

/** For every code unit the number of its script. */
function scriptOfUnit(): Uint8Array {
  if (scripts === undefined) {
    scripts = new Uint8Array(0x10000);
    for (const [start, script] of BLOCKS) scripts.fill(SCRIPTS.indexOf(script), start);
  }
  return scripts;
}

/** Ukrainian and Russian by the letters that the other one lacks; undefined if they do not decide. */
function cyrillicLanguage(head: string): string | undefined {
  // Belarusian has ў; South Slavic languages ј ђ ћ љ њ џ ѓ ќ ѕ; Kazakh, Tatar … the rest: left to the n-grams
  if (/[ўјђћљњџѓќѕәғқңөұүһ]/i.test(head)) return undefined;
  const ukrainian = head.match(/[іїєґ]/gi)?.length ?? 0;
  const russian = head.match(/[ыэъё]/gi)?.length ?? 0;
  if (ukrainian > 2 * russian) return 'uk';
  // Bulgarian has ъ too, but neither ы nor э
  if (russian > 2 * ukrainian && /[ыэё]/i.test(head)) return 'ru';
  return undefined;
}
