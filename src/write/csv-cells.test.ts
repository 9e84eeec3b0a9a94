import { expect, test } from 'vitest';
import { cellOf, isNumeral } from './csv-cells.ts';

test('a number may begin with a sign, other text that does gets an apostrophe', () => {
  const numbers = ['+1', '-1.', '+.5', '-1.5e-3', '+007E8'];
  expect(numbers.map(cellOf)).toEqual(numbers);
  expect(numbers.every(isNumeral)).toBe(true);
  const others = ['+', '-.', '+1x', '=1', '-1e', '+1.2.3', '@1'];
  expect(others.map(cellOf)).toEqual(others.map((text) => `'${text}`));
});

// with expressions that take quadratic time, it would take a minute
test('many digits and a letter are text as quickly as they are read', { timeout: 20_000 }, () => {
  const digits = `+${'0'.repeat(150_000)}`;
  expect(cellOf(digits)).toBe(digits);
  expect(cellOf(`${digits}x`)).toBe(`'${digits}x`);
});
