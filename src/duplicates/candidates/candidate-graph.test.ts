import { expect, test } from 'vitest';
import { CandidateGraph } from './candidate-graph.ts';
import type { CandidateTexts } from './candidate-texts.ts';

/** Cells with these numbers of texts; cell c looks into, and is posted in, the buckets of list c. */
function graph(sizes: readonly number[], buckets: readonly (readonly number[])[]): CandidateGraph {
  const startsOf = (counts: readonly number[]) => {
    const starts = [0];
    for (const count of counts) starts.push(starts.at(-1)! + count);
    return Uint32Array.from(starts);
  };
  const textStarts = startsOf(sizes);
  const starts = startsOf(buckets.map((list) => list.length));
  const list = Uint32Array.from(buckets.flat());
  const count = 1 + Math.max(-1, ...list);
  const texts: CandidateTexts = {
    memberStarts: Uint32Array.from({ length: textStarts.at(-1)! + 1 }, (_, i) => i),
    members: Uint32Array.from({ length: textStarts.at(-1)! }, (_, i) => i),
    textStarts,
    buckets: { count, lookStarts: starts, looks: list, postStarts: starts, posts: list },
  };
  return new CandidateGraph(texts);
}

test('every text knows its cell', () => {
  expect([...graph([2, 1, 3], [[0], [1], [2]]).cellOf]).toEqual([0, 0, 1, 2, 2, 2]);
});

test('cells that meet in a bucket, also through others, are one component', () => {
  const components = [...graph([1, 1, 1, 1, 1], [[0], [1, 2], [2], [0, 3], [4]]).components()];
  expect(components).toEqual([
    [0, 3],
    [1, 2],
  ]);
});

test('a cell alone is a component only if it has several texts to compare', () => {
  expect([...graph([1, 2, 1], [[0], [1], [2]]).components()]).toEqual([[1]]);
});
