import { describe, expect, test } from 'vitest';
import { FieldValues } from './field-values.ts';

/** The documents in ascending order of their values. */
function ordered(values: readonly unknown[], field = 'score', isTyped = false): unknown[] {
  const column = new FieldValues(`max:${field}`, field);
  for (const [i, value] of values.entries()) column.add(i, value, isTyped, () => `file:${i + 1}`);
  const known = values.map((_, i) => i).filter((i) => column.get(i) !== undefined);
  return known.sort((a, b) => (column.get(a)! < column.get(b)! ? -1 : 1)).map((i) => values[i]);
}

describe('the values of a field', () => {
  test('the values of a field are ordered as numbers, also if they are written as text', () => {
    expect(ordered(['10', 9, '2e1', ' 8.5 ', undefined, null, '', {}, [1], true])).toEqual([
      ' 8.5 ',
      9,
      '10',
      '2e1',
    ]);
  });

  test('values that JSON has as strings are ordered as text, and refused beside numbers', () => {
    expect(ordered(['9', '10', '2'], 'score', true)).toEqual(['10', '2', '9']);
    expect(ordered(['2024', '2023-05-31', '2023'], 'score', true)).toEqual(['2023', '2023-05-31', '2024']);
    expect(ordered(['1700000000', '200'], 'created_at', true)).toEqual(['1700000000', '200']);
    expect(() => ordered([5, '10', 7], 'score', true)).toThrow(
      'the number `5` in file:1 and the text `10` in file:2',
    );
  });

  test('the values of a field are ordered by every digit if they are whole numbers above 2^53', () => {
    const values = ['9007199254740993', 9007199254740992, '-9007199254740993', '9007199254740994', 1e300];
    expect(ordered(values)).toEqual([values[2], values[1], values[0], values[3], values[4]]);
  });

  test('the values of a field are ordered as dates in all forms of dates', () => {
    const dates = [
      'Fri, 5 Jul 2002 10:00:00 +0000',
      'Wed, 4 Jul 2001 10:00:00 +0000',
      '2001-12-24',
      1_000_000_000,
      new Date('2003-01-01'),
      new Date(Number.NaN),
    ];
    expect(ordered(dates)).toEqual([dates[1], dates[3], dates[2], dates[0], dates[4]]);
  });

  test('the values of a field are ordered as dates if all are seconds or milliseconds and the name says that they are dates', () => {
    expect(ordered([1_700_000_000, 1_600_000_000_000], 'created_at')).toEqual([
      1_600_000_000_000, 1_700_000_000,
    ]);
    expect(ordered([1_700_000_000, 1_600_000_000_000], 'views')).toEqual([1_700_000_000, 1_600_000_000_000]);
  });

  test('the values of a field are ordered as text if they are neither numbers nor dates', () => {
    expect(ordered(['b', 'a', 'B'])).toEqual(['B', 'a', 'b']);
  });

  test('the values of a field are ordered as text if they are text and not all of them are numbers', () => {
    expect(ordered(['2048', '0ad', 'zoom', '10'])).toEqual(['0ad', '10', '2048', 'zoom']);
  });

  test('values of two kinds in one field are refused with both values and their documents, when the second one is met', () => {
    expect(() => ordered(['2024-05-31', 7])).toThrow(
      "Expected the field of `keep: 'max:score'` to have values of one kind, got the date `2024-05-31` in file:1 and the number `7` in file:2.",
    );
    expect(() => ordered([1_700_000_000, '2024-05-31', 7])).toThrow(
      'the date `2024-05-31` in file:2 and the number `7`',
    );
    expect(() => ordered([3, 'three'])).toThrow('the number `3` in file:1 and the text `three` in file:2');
  });

  // with expressions that take quadratic time, it would take a minute
  test('the values of a field may be many digits and a letter', { timeout: 20_000 }, () => {
    const digits = '7'.repeat(150_000);
    expect(ordered([`${digits}x`, '8'.repeat(150_000).concat('x')])[0]).toBe(`${digits}x`);
  });

  test('dates in an unknown order of day and month are refused', () => {
    expect(() => ordered(['03/04/2021'], 'date')).toThrow(
      /dates like `2024-05-31`.*with `03\/04\/2021` in `file:1`/,
    );
  });
});
