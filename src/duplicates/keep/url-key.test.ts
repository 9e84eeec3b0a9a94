import fc from 'fast-check';
import { expect, test } from 'vitest';
import { urlKey } from './url-key.ts';

test.each([
  ['http://Example.org/a', 'https://example.org/a'],
  ['https://example.org:443/a/', 'https://example.org/a'],
  ['https://example.org', 'https://example.org/'],
  ['https://example.org/a#part', 'https://example.org/a'],
  ['https://example.org/a?b=2&utm_source=x&a=1&fbclid=y', 'https://example.org/a?a=1&b=2'],
  ['https://example.org/%7Ea/../b', 'http://example.org/b'],
  ['https://пошта.укр/', 'http://xn--80a1acn3a.xn--j1amh'],
  [' https://example.org/a ', 'https://example.org/a'],
])('%s has the key of %s', (a, b) => {
  expect(urlKey(a)).toBe(urlKey(b));
});

test.each([
  ['https://example.org/a', 'https://example.org/b'],
  ['https://example.org/a', 'https://www.example.org/a'],
  ['https://example.org:8080/a', 'https://example.org/a'],
  ['https://example.org/A', 'https://example.org/a'],
  ['https://example.org/a?page=1', 'https://example.org/a?page=2'],
  ['https://example.org/a?a=1&a=2', 'https://example.org/a?a=1'],
  ['https://example.org/#/inbox', 'https://example.org/#/sent'],
  ['ftp://example.org/a', 'http://example.org/a'],
  ['example.org/a', 'http://example.org/a'],
  ['A', 'a'],
])('%s has another key than %s', (a, b) => {
  expect(urlKey(a)).not.toBe(urlKey(b));
});

test('any text has a key, and one that is no web address is its own', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((path) => `http://${path}`),
      ),
      (text) => {
        const key = urlKey(text);
        if (!/^https?:/i.test(text.trim())) expect(key).toBe(text.trim());
      },
    ),
  );
});
