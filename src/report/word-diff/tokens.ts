/** Texts cut for the word diff: words, signs, and single characters of scripts that are written without spaces. */
import { hasUnspaced } from '../../unspaced.ts';

/** A piece of a text, with the white space after it, and the word it is compared as: '' for none. */
export interface Token {
  readonly text: string;
  readonly word: string;
}

const Kind = { space: 0, sign: 1, mark: 2, letter: 3, unspaced: 4 } as const;
type Kind = (typeof Kind)[keyof typeof Kind];

/**
 * The texts of tokens: joined, they are the whole text. A token is a character of an unspaced script with its marks, a word, or a sign; and
 * the white space after it. One regular expression for all of this takes 7 ms to compile, so it would be a twentieth of a short comparison.
 */
export function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  let start = 0;
  let at = 0;
  // kind of the last character; a mark takes the kind before it; undefined while there was only white space
  let last: Kind | undefined;
  for (const character of text) {
    const kind = kindOf(character);
    const isJoined =
      (last === Kind.letter && (kind === Kind.letter || kind === Kind.mark)) ||
      (last === Kind.unspaced && kind === Kind.mark);
    if (kind !== Kind.space && !isJoined && last !== undefined) {
      tokens.push(text.slice(start, at));
      start = at;
    }
    if (kind === Kind.mark) last = isJoined ? last : Kind.letter;
    else if (kind !== Kind.space || last !== undefined) last = kind;
    at += character.length;
  }
  if (text !== '') tokens.push(text.slice(start));
  return tokens;
}

function kindOf(character: string): Kind {
  if (/[\w'’ʼ]/.test(character)) return character === '_' ? Kind.sign : Kind.letter;
  if (/\s/.test(character)) return Kind.space;
  if (character < '\x80' || !/[\p{L}\p{M}\p{N}]/u.test(character)) return Kind.sign;
  if (/\p{M}/u.test(character)) return Kind.mark;
  return hasUnspaced(character) ? Kind.unspaced : Kind.letter;
}

/** Whether a text has a letter or a digit; signs alone are not a word. */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

export function countWords(tokens: readonly string[]): number {
  return tokens.filter(hasWord).length;
}
