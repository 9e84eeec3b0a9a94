import { describe, expect, it } from 'vitest';
import type { Region } from './regions.ts';
import { wholePassages } from './whole-passages.ts';

/** Equal words from these places on. */
function region(aStart: number, bStart: number, words: number, strength = words): Region {
  const partners = Int32Array.from({ length: words }, (_, i) => bStart + i);
  return { aStart, aEnd: aStart + words, bStart, bEnd: bStart + words, partners, strength };
}

const starts = (passages: readonly { readonly regions: readonly Region[] }[]) =>
  passages.map(({ regions }) => regions.map(({ aStart }) => aStart));

describe('whole passages', () => {
  it('whole passages join regions that are close in both texts, in any order', () => {
    const turned = [region(0, 20, 10), region(10, 0, 10), region(20, 10, 10)];
    expect(starts(wholePassages(turned, 100, 10).passages)).toEqual([[0, 10, 20]]);
  });

  it('whole passages keep regions apart that are far from each other in either text', () => {
    const far = [region(0, 0, 10), region(10, 500, 10), region(60, 20, 10)];
    expect(starts(wholePassages(far, 100, 10).passages)).toEqual([[0], [10], [60]]);
  });

  it('whole passages reach across a sentence that was found elsewhere, but not across as many words of another text', () => {
    const ends = [region(0, 0, 10), region(30, 10, 10)];
    expect(starts(wholePassages([...ends, region(10, 500, 20)], 100, 10).passages)).toEqual([[0, 30], [10]]);
    expect(starts(wholePassages(ends, 100, 10).passages)).toEqual([[0], [30]]);
  });

  it('whole passages have further places in B as such, and the strongest as their own', () => {
    const repeated = [region(0, 50, 10), region(0, 0, 10, 99), region(0, 90, 10)];
    const [{ regions, elsewhere }] = wholePassages(repeated, 10, 10).passages;
    expect(regions.map(({ bStart }) => bStart)).toEqual([0]);
    expect(elsewhere.map(({ bStart }) => bStart)).toEqual([50, 90]);
  });

  it('whole passages are found by looking at each region a few times, however often they are parted', () => {
    // every round cuts off the two outermost ones only
    const count = 20_000;
    const regions = Array.from({ length: count }, (_, i) =>
      region(2 * i, i % 2 === 0 ? i : 50 * count - 40 * i, 2),
    );
    const { passages, looked } = wholePassages(regions, 2 * count, 10);
    expect(looked).toBeLessThan(20 * count);
    expect(passages.reduce((sum, { regions }) => sum + regions.length, 0)).toBe(count);
  });
});
