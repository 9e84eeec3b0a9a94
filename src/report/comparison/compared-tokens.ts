/**
 * Tokens of a compared text, each with the canonical words it was compared as. Spellings that canonicalization unites (traditional
 * characters, regional words, stress marks, full width) are the same, so they must not be shown as changed.
 */
import type { ComparedText, Comparison, Span } from '../../comparison.ts';
import { placesBelow } from '../../places-below.ts';
import { type Token, tokensOf } from '../word-diff/tokens.ts';

/** The tokens of a part of a text. */
export function comparedTokens(
  { text, wordStarts, numbers }: ComparedText,
  { vocabulary }: Pick<Comparison, 'vocabulary'>,
  { start, end }: Span,
): Token[] {
  let at = start;
  let word = placesBelow(wordStarts, start);
  return tokensOf(text.slice(start, end)).map((token) => {
    at += token.length;
    const words: string[] = [];
    for (; word < wordStarts.length && wordStarts[word] < at; word++) words.push(vocabulary[numbers[word]]);
    return { text: token, word: words.join(' ') };
  });
}
