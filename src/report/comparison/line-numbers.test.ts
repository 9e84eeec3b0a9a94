import { expect, it } from 'vitest';
import { LineNumbers } from './line-numbers.ts';

it('lines end with LF, CRLF or CR, and every character has its line and column from 1', () => {
  const text = 'ab\ncd\r\n\re';
  const lines = new LineNumbers(text);
  expect([0, 1, 2, 3, 7, 8].map((at) => lines.at(at))).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 1, column: 3 },
    { line: 2, column: 1 },
    { line: 3, column: 1 },
    { line: 4, column: 1 },
  ]);
  expect(new LineNumbers('').at(0)).toEqual({ line: 1, column: 1 });
});
