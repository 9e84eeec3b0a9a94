/** Texts cut for the word diff: words, signs, and single characters of scripts that are written without spaces. */
import { UNSPACED_LETTER } from '../../unspaced.ts';

/** A piece of a text, with the white space after it, and the word it is compared as: '' for none. */
export interface Token {
  readonly text: string;
  readonly word: string;
}

// a character of an unspaced script, a word, or a sign; and the white space after it
const TOKEN = new RegExp(
  `(?:^\\s+)?(?:${UNSPACED_LETTER}\\p{M}*|(?:(?!${UNSPACED_LETTER})[\\p{L}\\p{M}\\p{N}'’ʼ])+|[^\\s]|$)\\s*`,
  'gu',
);

/** The texts of tokens: joined, they are the whole text. */
export function tokensOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).filter((token) => token !== '');
}

/** Whether a text has a letter or a digit; signs alone are not a word. */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

export function countWords(tokens: readonly string[]): number {
  return tokens.filter(hasWord).length;
}
