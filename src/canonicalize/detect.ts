/**
 * Which language is a text in? The script decides where it can; between languages of one script a few letters that
 * only one of them has, then the n-grams of `eld`.
 */
import { languageCode } from './languages.ts';

/** The language of a text as an ISO 639-1 code; undefined where it is unknown or has no stop words. */
export type Detector = (text: string) => string | undefined;

/** Characters looked at: more do not make the answer better. */
export const DETECT_LENGTH = 1000;

/** Scripts of one language each. */
const SCRIPTS: readonly [RegExp, string][] = [
  [/\p{sc=Hangul}/gu, 'ko'],
  [/\p{sc=Thai}/gu, 'th'],
  [/\p{sc=Greek}/gu, 'el'],
  [/\p{sc=Armenian}/gu, 'hy'],
  [/\p{sc=Hebrew}/gu, 'he'],
  [/\p{sc=Bengali}/gu, 'bn'],
  [/\p{sc=Gujarati}/gu, 'gu'],
];

/** Loads `eld` (a megabyte of n-grams, a quarter of a second). */
export async function openDetector(): Promise<Detector> {
  const { eld } = await import('eld/extrasmall');
  return (text) => detectLanguage(text, (head) => eld.detect(head).language);
}

/** The decision without the n-grams, which are asked where scripts and letters do not tell. */
export function detectLanguage(text: string, byNgrams: (head: string) => string): string | undefined {
  const head = text.slice(0, DETECT_LENGTH);
  const half = count(head, /\p{L}/gu) / 2;
  if (half === 0) return undefined;
  // Japanese mixes Han and kana; Chinese has no kana
  const kana = count(head, /[\p{sc=Hiragana}\p{sc=Katakana}]/gu);
  if (kana + count(head, /\p{sc=Han}/gu) > half) return kana > half / 10 ? 'ja' : 'zh';
  for (const [script, lang] of SCRIPTS) {
    if (count(head, script) > half) return lang;
  }
  if (count(head, /\p{sc=Cyrillic}/gu) > half) {
    const east = cyrillicLanguage(head);
    if (east !== undefined) return east;
  }
  return languageCode(byNgrams(head));
}

/** Ukrainian and Russian by the letters that the other one lacks; undefined where they do not tell. */
function cyrillicLanguage(head: string): string | undefined {
  // і and ў together are Belarusian, ј ђ ћ љ њ џ ѓ ќ ѕ South Slavic: for the n-grams to tell
  if (/[ўјђћљњџѓќѕәғқңөұүһ]/i.test(head)) return undefined;
  const ukrainian = count(head, /[іїєґ]/gi);
  const russian = count(head, /[ыэъё]/gi);
  if (ukrainian > 2 * russian) return 'uk';
  // Bulgarian has ъ too, but neither ы nor э
  if (russian > 2 * ukrainian && /[ыэё]/i.test(head)) return 'ru';
  return undefined;
}

function count(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0;
}
