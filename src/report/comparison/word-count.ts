/** How many words stand in a part of a text, counted as the comparison counted those of its sentences. */
import { WordNumbers, wordsInText } from '../../canonicalize/index.ts';
import type { ComparedText } from '../../comparison.ts';

/**
 * Gives the words between two places. Whole sentences give exactly their own number; inside a sentence its words are
 * shared out by the words that are seen there, so that neighboring parts always add up.
 */
export function wordCounter(text: ComparedText): (start: number, end: number) => number {
  const seen = wordsInText(text.text, new WordNumbers()).starts;
  const { sentences } = text;
  const starts = Uint32Array.from(sentences, ({ start }) => start);
  // words of all sentences before each one
  const before = new Uint32Array(sentences.length + 1);
  sentences.forEach(({ words }, i) => {
    before[i + 1] = before[i] + words;
  });

  const wordsBefore = (place: number): number => {
    const i = below(starts, place) - 1;
    if (i < 0) return 0;
    const { start, end, words } = sentences[i];
    if (place >= end) return before[i + 1];
    const first = below(seen, start);
    const all = below(seen, end) - first;
    return before[i] + (all === 0 ? 0 : Math.round((words * (below(seen, place) - first)) / all));
  };
  return (start, end) => wordsBefore(end) - wordsBefore(start);
}

/** How many of the sorted numbers are below a limit. */
function below(sorted: Uint32Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
