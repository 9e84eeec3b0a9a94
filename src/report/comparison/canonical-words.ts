/**
 * Words as the comparison sees them. Spellings that canonicalization unites (traditional characters, stress marks, full width)
 * count as the same, so they must not be shown as changed.
 */
import { WordNumbers, wordsInText } from '../../canonicalize/index.ts';
import { tokensOf } from '../word-diff/tokens.ts';

/** The canonical form of a word; signs stay what they are. */
export function canonicalWord(word: string): string {
  const vocabulary = new WordNumbers();
  const { numbers } = wordsInText(word, vocabulary);
  return numbers.length === 0 ? word : Array.from(numbers, (number) => vocabulary.words[number]).join(' ');
}

/** For the page, which cannot canonicalize: the words of these texts whose canonical form is another one, with that form. */
export function canonicalWords(texts: Iterable<string>): [word: string, canonical: string][] {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  for (const text of texts) {
    for (const token of tokensOf(text)) {
      const word = token.trim().toLowerCase();
      if (seen.has(word)) continue;
      seen.add(word);
      const canonical = canonicalWord(word);
      if (canonical !== word) found.set(word, canonical);
    }
  }
  return [...found];
}
