import { describe, expect, test } from 'vitest';
import { epochDate, looksLikeDate, parseDate } from './field-dates.ts';

const iso = (text: string) => {
  const date = parseDate(text);
  return date === undefined ? undefined : new Date(date).toISOString();
};

describe('a date', () => {
  test.each([
    ['2024', '2024-01-01T00:00:00.000Z'],
    ['2024-05', '2024-05-01T00:00:00.000Z'],
    ['2024-05-31', '2024-05-31T00:00:00.000Z'],
    ['20240531', '2024-05-31T00:00:00.000Z'],
    ['20240531T101112Z', '2024-05-31T10:11:12.000Z'],
    ['2024-05-31 10:11', '2024-05-31T10:11:00.000Z'],
    ['2024-05-31T10:11:12.25+02:00', '2024-05-31T08:11:12.250Z'],
    ['2024-05-31 10:11:12.123456+00:00', '2024-05-31T10:11:12.123Z'],
    ['0050-01-01', '0050-01-01T00:00:00.000Z'],
  ])('a date in ISO 8601 is read: %s', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  test.each([
    ['Fri, 31 May 2024 10:11:12 +0200', '2024-05-31T08:11:12.000Z'],
    ['31 May 2024 10:11 GMT', '2024-05-31T10:11:00.000Z'],
    ['Fri, 05 Jul 02 10:11:12 -0700 (PDT)', '2002-07-05T17:11:12.000Z'],
    ['Wed, 4 Jul 2001 23:59:60 EST', '2001-07-05T05:00:00.000Z'],
    ['Fri Jul  5 10:11:12 2002', '2002-07-05T10:11:12.000Z'],
    ['Friday, 05-Jul-02 10:11:12 GMT', '2002-07-05T10:11:12.000Z'],
    ['31 May 2024', '2024-05-31T00:00:00.000Z'],
  ])('a date in RFC 2822 is read: %s', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  test('a date must be one that there is', () => {
    for (const text of [
      '2024-13-01',
      '2024-02-30',
      '2024-05-31T25:00',
      '32 May 2024',
      '5 Foo 2024',
      '12',
      'May',
    ]) {
      expect(iso(text)).toBeUndefined();
    }
  });

  // with expressions that take quadratic time, it would take a minute
  test('a date has no more spaces and comments than anyone writes', { timeout: 20_000 }, () => {
    expect(iso(`5 Jul 2002${' (of mail)'.repeat(10)}`)).toBe('2002-07-05T00:00:00.000Z');
    for (const many of [' ', '-', ' (', '\t'])
      expect(iso(`5 Jul 2002${many.repeat(200_000)}x`)).toBeUndefined();
  });

  test('a date may be seconds or milliseconds since 1970', () => {
    expect(epochDate(1_700_000_000)).toBe(1_700_000_000_000);
    expect(epochDate(1_700_000_000_000)).toBe(1_700_000_000_000);
    expect([5, 20_240_531, -1e9, 1e18].map(epochDate)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

test('text that only its writer can order is known for a date, other text is not', () => {
  for (const text of ['03/04/2021', '31.05.2024', 'May 31, 2024', '5th of July 2002 at 10 pm']) {
    expect([text, looksLikeDate(text)]).toEqual([text, true]);
  }
  for (const text of ['A', 'v1.2', 'May 5 reports of the mayor', 'chapter 3', '1.2.3-beta'.slice(6)]) {
    expect([text, looksLikeDate(text)]).toEqual([text, false]);
  }
});
