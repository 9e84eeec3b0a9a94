import { expect, test } from 'vitest';
import { chooseMerge, type SegmentSize } from './choose-merge.ts';

const CAPACITY = 1000;

const alive = (length: number): SegmentSize => ({ length, living: length });

/** Adds segments one by one and merges them as the rule says. Returns the most that stood side by side, and how often a document was written again. */
function grown(count: number, lengthOf: (n: number) => number) {
  let segments: SegmentSize[] = [];
  let documents = 0;
  let written = 0;
  let most = 0;
  for (let n = 0; n < count; n++) {
    segments.push(alive(lengthOf(n)));
    documents += lengthOf(n);
    for (
      let old = chooseMerge(segments, CAPACITY);
      old !== undefined;
      old = chooseMerge(segments, CAPACITY)
    ) {
      const length = old.reduce((sum, segment) => sum + segment.length, 0);
      const at = segments.indexOf(old[0]);
      expect(segments.slice(at, at + old.length)).toEqual(old);
      segments = [...segments.slice(0, at), alive(length), ...segments.slice(at + old.length)];
      written += length;
    }
    most = Math.max(most, segments.length);
  }
  return { most, again: written / documents };
}

test.each([
  ['full', () => CAPACITY],
  ['not quite full', (n: number) => CAPACITY - ((37 * n) % 90)],
  ['of any size', (n: number) => 1 + ((n * 7919) % CAPACITY)],
  ['small', () => 20],
])('a document is written again once for every four times as many, if new segments are %s', (_, lengthOf) => {
  for (const classes of [1, 2, 3, 4, 5, 6]) {
    const { most, again } = grown(4 ** classes, lengthOf);
    expect(again).toBeLessThanOrEqual(classes);
    expect(most).toBeLessThanOrEqual(8 * classes);
  }
});

test('small segments between large ones go with them, and never alone with one large one', () => {
  const [large, small] = [alive(4 * CAPACITY), alive(CAPACITY)];
  expect(chooseMerge([large, ...Array(3).fill(small)], CAPACITY)).toBe(undefined);
  const mixed = Array.from({ length: 4 }, () => [large, small]).flat();
  expect(chooseMerge(mixed, CAPACITY)).toEqual(mixed.slice(0, 7));
});

test('a segment of which three tenths are dead is written again', () => {
  const dead = { length: CAPACITY, living: 699 };
  expect(chooseMerge([alive(CAPACITY), dead, alive(CAPACITY)], CAPACITY)).toEqual([dead]);
  expect(chooseMerge([{ ...dead, living: 701 }], CAPACITY)).toBe(undefined);
});
