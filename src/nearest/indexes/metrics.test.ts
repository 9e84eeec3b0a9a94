import { expect, it } from 'vitest';
import { cumulativeDistanceRatio, distanceRatios, recallAt } from './metrics.ts';

it('CDR is the mean of the ratios of cumulated distances, and 0/0 is 1', () => {
  expect(distanceRatios([0, 10, 20], [0, 20, 40], 3)).toEqual([1, 0.5, 0.5]);
  expect(cumulativeDistanceRatio([0, 10, 20], [0, 20, 40], 3)).toBeCloseTo(2 / 3);
  expect(cumulativeDistanceRatio([5, 6], [5, 6])).toBe(1);
});

it('missing results count as far as chance would have them', () => {
  expect(distanceRatios([0, 100], [0], 2, 512)).toEqual([1, 100 / 512]);
});

it('recall counts results that are as near as the true p-th, whichever they are', () => {
  expect(recallAt([0, 5, 5], [0, 5, 9], 3)).toBeCloseTo(2 / 3);
  expect(recallAt([0, 5, 7], [0, 7, 7], 3)).toBe(1);
  expect(recallAt([], [], 10)).toBe(1);
});
