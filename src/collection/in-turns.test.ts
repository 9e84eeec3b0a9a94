import { expect, it } from 'vitest';
import { atOnce, inTurns } from './in-turns.ts';

function* sum(numbers: readonly number[]) {
  let all = 0;
  for (const number of numbers) {
    all += number;
    yield;
  }
  return all;
}

it('work in turns makes the same as work at once, and other work comes between all of its steps', async () => {
  expect(atOnce(sum([1, 2, 3]))).toBe(6);
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  expect(await inTurns(sum([1, 2, 3, 4]))).toBe(10);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(3);
});
