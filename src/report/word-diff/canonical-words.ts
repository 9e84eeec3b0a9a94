/**
 * For pages, which cannot canonicalize: the words as which tokens are compared. Most tokens are compared as their lower case, or
 * always as the same other word; the rest (regional words of Chinese) are exceptions at their place. Also runs in the pages.
 */
import { hasWord, type Token, tokensOf } from './tokens.ts';

export class CanonicalWords {
  /** Tokens by their lower case, without white space. */
  private readonly words = new Map<string, string>();

  constructor(entries: Iterable<readonly [token: string, word: string]> = []) {
    for (const [token, word] of entries) this.words.set(token, word);
  }

  /** The tokens whose word is not their lower case. */
  get entries(): [token: string, word: string][] {
    return [...this.words].filter(([token, word]) => word !== ownWord(token));
  }

  /** Learns the words of tokens that are new, and gives those that have another word than before, by number. */
  exceptions(tokens: readonly Token[]): [token: number, word: string][] {
    return tokens.flatMap(({ text, word }, i) => {
      const token = text.trim().toLowerCase();
      const known = this.words.get(token);
      if (known === undefined) this.words.set(token, word);
      return known === undefined || known === word ? [] : [[i, word] as [number, string]];
    });
  }

  /** The tokens of a text, with these exceptions. */
  tokensOf(text: string, exceptions: Iterable<readonly [token: number, word: string]> = []): Token[] {
    const except = new Map(exceptions);
    return tokensOf(text).map((token, i) => {
      const own = token.trim().toLowerCase();
      return { text: token, word: except.get(i) ?? this.words.get(own) ?? ownWord(own) };
    });
  }
}

function ownWord(token: string): string {
  return hasWord(token) ? token : '';
}
