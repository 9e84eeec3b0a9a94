/** Scripts that put no spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */

/** The scripts that put no spaces between words, inside the brackets of a regular expression with the flag `u`. */
export const UNSPACED_SCRIPTS =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';

/** A letter of these scripts, in such an expression: letters of the letter table's class `unspaced`. */
export const UNSPACED_LETTER = `(?=[\\p{L}\\p{Nl}])[${UNSPACED_SCRIPTS}]`;

const UNSPACED = new RegExp(UNSPACED_LETTER, 'u');

/** Whether a text has a letter of a script without spaces between words. */
export function hasUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}
