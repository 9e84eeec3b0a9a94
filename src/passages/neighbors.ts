/**
 * Which place in B do words of A come from, if B repeats them? The one nearest to the places of the words before and after them.
 * Regions with a certain place are added first; those that were decided by their neighbors then help the next ones.
 */
import type { Region } from './regions.ts';

/** The most neighbors on either side. No gap between two is wider than between the regions of a passage. */
const NEIGHBORS = 4;

/** Words [aStart, aEnd) of A and [bStart, bEnd) of B. */
export type WordPlace = Pick<Region, 'aStart' | 'aEnd' | 'bStart' | 'bEnd'>;

export class Neighbors {
  private readonly known: WordPlace[] = [];
  /** For every word of A 1 + the number of a region that has it, or 0. */
  private readonly at: Uint32Array;

  /** @param words Words of A. @param gap Words that may be between two neighbors. */
  constructor(
    words: number,
    private readonly gap: number,
  ) {
    this.at = new Uint32Array(words);
  }

  add(place: WordPlace): void {
    this.known.push(place);
    this.at.fill(this.known.length, place.aStart, place.aEnd);
  }

  /** The regions before and after these words of A. */
  of(aStart: number, aEnd: number): WordPlace[] {
    return [...this.towards(aStart - 1, -1), ...this.towards(aEnd, 1)];
  }

  private towards(from: number, step: 1 | -1): WordPlace[] {
    const found: WordPlace[] = [];
    for (let word = from, gap = 0; found.length < NEIGHBORS && gap <= this.gap; ) {
      const place = this.known[this.at[word] - 1];
      if (word < 0 || word >= this.at.length) break;
      if (place === undefined) {
        gap++;
        word += step;
        continue;
      }
      found.push(place);
      gap = 0;
      word = step === 1 ? Math.max(word + 1, place.aEnd) : Math.min(word, place.aStart) - 1;
    }
    return found;
  }
}

/** Words of B between a place and its neighbors, summed up. */
export function distanceTo(
  neighbors: readonly WordPlace[],
  { bStart, bEnd }: Pick<WordPlace, 'bStart' | 'bEnd'>,
): number {
  return neighbors.reduce((sum, near) => sum + Math.max(0, bStart - near.bEnd, near.bStart - bEnd), 0);
}
