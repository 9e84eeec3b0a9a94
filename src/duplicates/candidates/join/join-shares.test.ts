import { describe, expect, test } from 'vitest';
import { dealOut, largeFirst } from './join-shares.ts';

describe('the order of chunks', () => {
  test('the order of chunks has every chunk once, the large ones first and the others as they were', () => {
    const sizes = Array.from({ length: 20 }, (_, chunk) => (chunk === 7 ? 500 : chunk === 12 ? 900 : 10));
    const order = largeFirst(3, 20, (chunk) => sizes[chunk]);
    expect(order).toEqual([12, 7, 3, 4, 5, 6, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19]);
  });

  test('the order of chunks is that of the numbers if all are alike, empty, or none', () => {
    expect(largeFirst(0, 4, () => 5)).toEqual([0, 1, 2, 3]);
    expect(largeFirst(1, 3, () => 0)).toEqual([1, 2]);
    expect(largeFirst(2, 2, () => 0)).toEqual([]);
  });
});

describe('dealing out', () => {
  test('gives every item to one worker', async () => {
    const done: number[] = [];
    await dealOut([1, 2, 3, 4, 5], ['a', 'b'], async (_, item) => {
      await new Promise(setImmediate);
      done.push(item);
    });
    expect(done.sort()).toEqual([1, 2, 3, 4, 5]);
  });

  test('dealing out waits for running workers after a failure, takes no more items, and says what failed', async () => {
    const ended: number[] = [];
    const deal = dealOut([1, 2, 3, 4], ['a', 'b'], async (_, item) => {
      if (item === 1) throw new Error('the first');
      await new Promise((resolve) => setTimeout(resolve, 20));
      ended.push(item);
    });
    await expect(deal).rejects.toThrow('the first');
    expect(ended).toEqual([2]);
  });
});
