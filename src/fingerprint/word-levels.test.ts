import { describe, expect, it } from 'vitest';
import { TERM_SLOTS, TermStatistics } from './term-statistics.ts';
import { WordLevels } from './word-levels.ts';

/** Statistics of words, given by how many of 1,000 parts have them. */
function statistics(counts: Record<string, number>): TermStatistics {
  const made = new TermStatistics(new Uint32Array(TERM_SLOTS), 1000);
  const places = new WordLevels(1);
  for (const [word, count] of Object.entries(counts)) {
    places.set(word, 5);
    made.counts[places.table.indexOf(5)] = count;
    places.table.fill(1);
  }
  return made;
}

describe('WordLevels', () => {
  it('cuts all occurrences into five shares, the most frequent words first', () => {
    const levels = WordLevels.from(statistics({ the: 100, city: 99, river: 98, bridge: 97, heron: 96 }));
    expect(['the', 'city', 'river', 'bridge', 'heron'].map((word) => levels.get(word))).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  it('gives words that are equally frequent the same level', () => {
    const levels = WordLevels.from(statistics({ a: 10, b: 10, c: 10 }));
    expect(['a', 'b', 'c'].map((word) => levels.get(word))).toEqual([3, 3, 3]);
  });

  it('puts words of half of all parts on level 1 and unseen ones on level 5', () => {
    const levels = WordLevels.from(statistics({ the: 900, of: 800, rare: 1 }));
    expect(['the', 'of', 'rare', 'unseen'].map((word) => levels.get(word))).toEqual([1, 1, 5, 5]);
  });

  it('takes levels from the user and refuses others than 1 to 5', () => {
    const levels = new WordLevels();
    levels.set('київ', 5);
    expect([levels.get('київ'), levels.get('other')]).toEqual([5, 3]);
    expect(() => levels.set('x', 6)).toThrow('Expected `level` to be an integer from 1 to 5, got `6`.');
  });
});
