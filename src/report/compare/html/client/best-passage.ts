/** Runs in the page, and before it: which of the passages that have the same words counts for them? */
import type { PassageRow } from '../data.ts';

/** The one with most words that are the same, then of the first source; -1 where there is none. As `best` in `Passage`. */
export function bestPassage(passages: readonly PassageRow[], covering: readonly number[]): number {
  const same = ([, , score, words, wordsThere]: PassageRow) =>
    Math.round(score * Math.max(words, wordsThere));
  return covering.reduce((best, other) => {
    if (best < 0) return other;
    const more = same(passages[other]) - same(passages[best]) || passages[best][0] - passages[other][0];
    return more > 0 ? other : best;
  }, -1);
}
