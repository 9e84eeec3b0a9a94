import { describe, expect, test } from 'vitest';
import { dealOut, sharesOf } from './join-shares.ts';

describe('the shares of a join', () => {
  test('have every chunk once, in order, and a large one for itself', () => {
    const sizes = Array.from({ length: 1000 }, (_, chunk) => (chunk === 500 ? 10_000 : 10));
    const shares = sharesOf(3, 1000, (chunk) => sizes[chunk]);
    expect(shares[0].chunk).toBe(3);
    expect(shares[shares.length - 1].lastChunk).toBe(1000);
    for (let i = 1; i < shares.length; i++) expect(shares[i].chunk).toBe(shares[i - 1].lastChunk);
    const even = sharesOf(0, 1000, () => 10);
    expect(even.length).toBeGreaterThan(100);
    expect(shares.some(({ lastChunk }) => lastChunk === 501)).toBe(true);
  });

  test('all chunks are dealt out where none has anything', () => {
    expect(sharesOf(0, 5, () => 0).at(-1)?.lastChunk).toBe(5);
    expect(sharesOf(2, 2, () => 0)).toEqual([]);
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

  test('after a failure waits for who is still at work, takes no more, and says what failed', async () => {
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
