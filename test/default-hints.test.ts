/** Editors show the default of an option although its rule alone says it: the build writes it into the declarations. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OPTIONS } from '../src/index.ts';

test.each([
  ['duplicates', 'threshold', OPTIONS.dedup.threshold.default],
  ['duplicates/options', 'minWords', OPTIONS.dedup.minWords.default],
  ['canonicalize', 'segment', OPTIONS.dedup.segment.default],
  ['read', 'maxDocument', OPTIONS.texts.maxDocument.default],
])('the declarations of %s say the default of %s, %s', (file, option, value) => {
  const text = readFileSync(new URL(`../dist/${file}.d.ts`, import.meta.url), 'utf8');
  const hint = new RegExp(`@default \`([^\`]*)\`\\s*\\*/\\s+readonly ${option}\\??:`).exec(text);
  expect(hint?.[1]).toBe(JSON.stringify(value));
});
