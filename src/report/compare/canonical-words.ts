/**
 * Words as the comparison sees them: what is only written in another way (traditional characters, stress marks, full width) counts
 * as the same, so it must not be shown as changed.
 */
import { WordNumbers, wordsInText } from '../../canonicalize/index.ts';
import { wordDiff } from '../html/client/word-diff.ts';
import type { ComparisonData } from './html/data.ts';

/** What a word is compared as; signs stay what they are. */
export function canonicalWord(word: string): string {
  const vocabulary = new WordNumbers();
  const { numbers } = wordsInText(word, vocabulary);
  return numbers.length === 0 ? word : Array.from(numbers, (number) => vocabulary.words[number]).join(' ');
}

/** For the page, which cannot ask: the words in passages that are compared as something else, and as what. */
export function canonicalWords({ text, sources }: ComparisonData): [word: string, canonical: string][] {
  const found = new Map<string, string>();
  const seen = new Set<string>();
  const note = (word: string): string => {
    if (!seen.has(word)) {
      seen.add(word);
      const canonical = canonicalWord(word);
      if (canonical !== word) found.set(word, canonical);
    }
    return word;
  };
  for (const { paragraphs } of [text, ...sources]) {
    for (const paragraph of paragraphs) {
      if (typeof paragraph === 'number') continue;
      // the diff cuts words; there is nothing to compare them with
      for (const [piece, , passages] of paragraph) if (passages !== undefined) wordDiff(piece, '', note);
    }
  }
  return [...found];
}
