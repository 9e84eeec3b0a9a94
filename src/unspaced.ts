/** Scripts that put no spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */

/** The scripts that put no spaces between words, inside the brackets of a regular expression with the flag `u`. */
export const UNSPACED_SCRIPTS =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';

/**
 * A letter of these scripts, in such an expression: letters of the letter table's class `unspaced`. For newer versions of Unicode the
 * apostrophe of Ukrainian words (U+02BC) is a letter of Thai as well.
 */
export const UNSPACED_LETTER = `(?=[\\p{L}\\p{Nl}])(?!ʼ)[${UNSPACED_SCRIPTS}]`;

/** The first letter of Thai; no script without spaces has lower code points. */
export const FIRST_UNSPACED = 0x0e01;

const unspaced = lazyPattern(UNSPACED_LETTER, 'u');

/** Whether a text has a letter of a script without spaces between words. */
export function hasUnspaced(text: string): boolean {
  return unspaced().test(text);
}

/** Makes a regular expression when it is first used: with these scripts in it, that takes a millisecond, and most runs do not use it. */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= new RegExp(source, flags);
    return made;
  };
}
