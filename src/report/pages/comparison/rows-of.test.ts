import { expect, test } from 'vitest';
import { withoutBlankLines } from './rows-of.ts';

test('blank lines after a text become one line end, and nothing else changes', () => {
  for (const [text, expected] of [
    ['One.\n\n', 'One.\n'],
    ['One. \n \t\n \n  ', 'One. \n'],
    ['One.\n  ', 'One.\n  '],
    ['One.  ', 'One.  '],
    ['One.\n\nTwo.', 'One.\n\nTwo.'],
    ['\n\n', '\n'],
    ['', ''],
  ])
    expect(withoutBlankLines(text)).toBe(expected);
});

// with an expression that takes quadratic time, it would take a minute
test('many blank lines before a word are left as they are', { timeout: 20_000 }, () => {
  const text = `${'\n'.repeat(300_000)}x`;
  expect(withoutBlankLines(text)).toBe(text);
});
