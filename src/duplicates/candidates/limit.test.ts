import { describe, expect, test } from 'vitest';
import { symmetricBuckets } from './buckets.ts';
import type { CandidateTexts } from './candidate-texts.ts';
import { comparisonsIn, LimitedPairs } from './limit.ts';

/** Texts that are in these buckets, one in a cell. */
function textsIn(lists: readonly (readonly number[])[], count: number): CandidateTexts {
  const starts = [0];
  for (const list of lists) starts.push(starts.at(-1)! + list.length);
  const each = Uint32Array.from({ length: lists.length + 1 }, (_, i) => i);
  const values = Uint32Array.from(lists.flat());
  return {
    ...{ memberStarts: each, members: each.subarray(0, -1), textStarts: each },
    buckets: symmetricBuckets(count, { starts: Uint32Array.from(starts), values }),
  };
}

function found(texts: CandidateTexts, most: number) {
  const limited = new LimitedPairs(texts, most);
  const pairs: number[][] = [];
  for (const { text, others } of limited.each()) pairs.push([text, ...others]);
  return { pairs, truncated: limited.truncated };
}

describe('the limit of comparisons', () => {
  test('the limit of comparisons does nothing as long as no text has more candidates: each pair is given once', () => {
    const texts = textsIn([[0, 1], [0], [1], [0, 1]], 2);
    const pairs = [
      [1, 0],
      [2, 0],
      [3, 0, 1, 2],
    ];
    expect(found(texts, 3)).toEqual({ pairs, truncated: 0 });
  });

  test('takes candidates from the smallest buckets first, and counts the texts that have more', () => {
    // bucket 0 holds all, bucket 1 the last two
    const texts = textsIn([[0], [0], [0], [0, 1], [0, 1]], 2);
    const pairs = [
      [1, 0],
      [2, 0, 1],
      [3, 0, 1],
      [4, 3, 0],
    ];
    expect(found(texts, 2)).toEqual({ pairs, truncated: 2 });
  });

  test('depends on the texts before one, not on those that come later', () => {
    // bucket 1 gets more texts than bucket 0, but only after the fourth text has looked into both
    const lists = [[0], [0], [1], [0, 1], [1], [1], [1]];
    const early = found(textsIn(lists.slice(0, 4), 2), 2).pairs.at(-1);
    expect(early).toEqual([3, 2, 0]);
    expect(found(textsIn(lists, 2), 2).pairs).toContainEqual(early);
  });

  test('bounds the work: with n texts in one bucket at most `most` comparisons a text', () => {
    const { pairs, truncated } = found(
      textsIn(
        Array.from({ length: 500 }, () => [0]),
        1,
      ),
      10,
    );
    expect(Math.max(...pairs.map((pair) => pair.length - 1))).toBe(10);
    expect(truncated).toBe(489);
  });

  test('the exact method has no limit of comparisons, and says beforehand how many it may take', () => {
    const { buckets } = textsIn([[0, 1], [0], [1], [0, 1]], 2);
    expect(comparisonsIn(buckets)).toBe(6);
  });
});
