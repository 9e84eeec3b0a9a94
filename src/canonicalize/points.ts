/** Signs of Arabic, Hebrew, Thai and Lao that NFC does not unify: what happens to them before a text is brought to NFC. */

/**
 * Vowel signs, points and accents of Arabic and Hebrew, hamza and madda as marks, tatweel, and the small letters of the Quran: inside the
 * brackets of a regular expression with the flag `u`. The letter table deletes them, and the letters that they are composed with become
 * letters without them. So a text that has them needs no NFC.
 */
export const ARABIC_AND_HEBREW_POINTS =
  '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\ufb1e\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e8' +
  '\\u06ea-\\u06ed\\u0897-\\u089f\\u08c9-\\u08e1\\u08e3-\\u08ff\\u{10efa}-\\u{10eff}';

/** The sign that makes sara am of sara aa, in Thai and in Lao. The letter table has a text with one brought to NFC. */
export const THAI_AND_LAO_NIKHAHIT = '\u0e4d\u0ecd';

const points = new RegExp(`[${ARABIC_AND_HEBREW_POINTS}]+`, 'gu');
const anyPoint = new RegExp(`^[${ARABIC_AND_HEBREW_POINTS}]`, 'u');
/** Nikhahit and sara aa, with the tone marks of the letter before, of which a typist writes one. */
const thaiAm = /([\u0e48-\u0e4b]{0,2})\u0e4d([\u0e48-\u0e4b]{0,2})\u0e32/g;
const laoAm = /([\u0ec8-\u0ecb]{0,2})\u0ecd([\u0ec8-\u0ecb]{0,2})\u0eb2/g;

/** A text without the points of Arabic and Hebrew, in which sara am is one letter, after the tone mark: นํ้า and น้ํา are น้ำ. */
export function settlePoints(text: string): string {
  return text.replace(points, '').replace(thaiAm, '$1$2\u0e33').replace(laoAm, '$1$2\u0eb3');
}

/** Whether `settlePoints` may delete this character, or join it to those before it. */
export function isSettledWithOthers(character: string): boolean {
  return character === '\u0e32' || character === '\u0eb2' || anyPoint.test(character);
}
