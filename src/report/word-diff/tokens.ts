/** Texts cut for the word diff: words, signs, and single characters of scripts that are written without spaces. */

const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}';
// a character of an unspaced script, a word, or a sign; and the white space after it
const TOKEN = new RegExp(
  `(?:^\\s+)?(?:[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}'’ʼ])+|[^\\s]|$)\\s*`,
  'gu',
);

/** Tokens with the white space after them: joined, they are the text. */
export function tokensOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).filter((token) => token !== '');
}

/** Whether a text has a letter or a digit; signs alone are no word. */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

export function countWords(tokens: readonly string[]): number {
  return tokens.filter(hasWord).length;
}
