/** Runs in the page, and before it: which of the passages that have the same words counts for them? */
import type { PassageRow } from '../data.ts';

/** The one of the highest score, then kind, then words, then the first; -1 where there is none. */
export function bestPassage(passages: readonly PassageRow[], covering: readonly number[]): number {
  return covering.reduce((best, other) => {
    if (best < 0) return other;
    const [x, y] = [passages[best], passages[other]];
    return (y[2] - x[2] || x[1] - y[1] || y[3] - x[3]) > 0 ? other : best;
  }, -1);
}
