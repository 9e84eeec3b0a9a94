import { expect, test } from 'vitest';
import { KeyLeaders } from './key-leaders.ts';

const found = (times: readonly number[], window: number) => {
  const job = { keys: new Uint32Array(times.length).fill(1), times: Float64Array.from(times), window };
  const leaders = new KeyLeaders(job);
  for (let text = 0; text < times.length - 1; text++) leaders.add(text);
  return leaders.of(times.length - 1);
};

test('the leader that is near enough is found among several with one key in one slot of time', () => {
  // slots of ten: leaders in the slot before and in the one after
  expect(found([1, 9, 5, 18], 10)).toEqual([1]);
  expect(found([29, 21, 25, 12], 10)).toEqual([1]);
  expect(found([1, 29, 15], 10)).toEqual([]);
  expect(found([10, 19], 10)).toEqual([0]);
  expect(found([-5, 5], 10)).toEqual([0]);
});

test('texts without a time meet each other and no text with one', () => {
  expect([...new Set(found([Number.NaN, Number.NaN], 10))]).toEqual([0]);
  expect(found([Number.NaN, 5], 10)).toEqual([]);
  expect(found([5, Number.NaN], 10)).toEqual([]);
});

test('a leader is found by its key alone if there are no times, and a text without a key finds none', () => {
  const leaders = new KeyLeaders({ keys: Uint32Array.of(2, 3, 0, 3, 0) });
  for (const text of [0, 1, 2]) leaders.add(text);
  expect(leaders.of(3)).toEqual([1]);
  expect(leaders.of(4)).toEqual([]);
});
