import { describe, expect, test } from 'vitest';
import { dealOut } from './join-rounds.ts';

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
