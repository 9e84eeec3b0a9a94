import { expect, it } from 'vitest';
import type { Word } from './page-words.ts';
import { joinRow } from './row-text.ts';

/** A word in letters ten wide and high. */
const word = (text: string, left: number, drawn: number): Word => ({
  ...{
    text,
    left,
    right: left + 10 * text.length,
    bottom: 0,
    top: 10,
    drawn,
    spaced: false,
    turns: 0,
    added: false,
  },
});

it('a space is put between cells of Chinese, and none between letters of a justified line', () => {
  expect(joinRow([word('厨房', 0, 0), word('打听钟楼', 25, 1)], false)).toBe('厨房 打听钟楼');
  expect(joinRow([word('厨', 0, 0), word('房', 15, 1), word('打', 30, 2)], false)).toBe('厨房打');
  expect(joinRow([word('厨房', 0, 0), word('打听', 21, 1)], false)).toBe('厨房打听');
});
