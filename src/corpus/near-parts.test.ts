import { expect, it } from 'vitest';
import { endOfRun, NEAR_WINDOW } from './near-parts.ts';

function runsOf(parts: readonly (readonly [start: number, bytes: number])[]): number[] {
  const ends: number[] = [];
  for (let first = 0; first < parts.length; first = ends.at(-1)!) {
    const startOf = (part: number) => parts[part][0];
    ends.push(endOfRun(first, parts.length, startOf, (part) => parts[part][0] + parts[part][1]));
  }
  return ends;
}

it('parts near each other are one run, up to a window', () => {
  expect(
    runsOf([
      [0, 10],
      [11, 10],
      [5000, 10],
    ]),
  ).toEqual([3]);
  expect(
    runsOf([
      [0, 10],
      [100_000, 10],
    ]),
  ).toEqual([1, 2]);
  const lines = Array.from({ length: 1000 }, (_, i) => [i * 1001, 1000] as const);
  const ends = runsOf(lines);
  expect(ends[0]).toBe(Math.floor(NEAR_WINDOW / 1001));
  expect(ends.at(-1)).toBe(1000);
});

it('a part that is longer than the window, or touches the one before it, begins a run of its own', () => {
  expect(
    runsOf([
      [0, 10 * NEAR_WINDOW],
      [10 * NEAR_WINDOW + 1, 5],
      [10 * NEAR_WINDOW + 7, 5],
    ]),
  ).toEqual([1, 3]);
  expect(
    runsOf([
      [0, 10],
      [10, 10],
      [15, 10],
      [3, 2],
    ]),
  ).toEqual([1, 2, 3, 4]);
});
