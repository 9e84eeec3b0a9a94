import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FORMATS, shownFormats } from './format-table.ts';
import { listReaders } from './readers.ts';

test('the table of formats has every reader once', () => {
  const names = FORMATS.map(({ name }) => name).sort();
  expect(names).toEqual(
    listReaders()
      .map(({ name }) => name)
      .sort(),
  );
});

test.each(['README.md', 'docs/reading.md'])('%s names every format', (page) => {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
  expect(shownFormats().filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});
