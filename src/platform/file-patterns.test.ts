import { expect, test } from 'vitest';
import { filePatterns, isLeftOut } from './file-patterns.ts';

const leftOut = (lines: readonly string[], path: string) =>
  isLeftOut(path.replace(/\/$/, '').split('/'), path.endsWith('/'), [
    { depth: 0, patterns: filePatterns(lines) },
  ]);

test.each([
  ['*.log', ['a.log', 'deep/er/b.log'], ['a.logs', 'log']],
  ['node_modules/', ['node_modules/', 'x/node_modules/'], ['node_modules']],
  ['/build', ['build', 'build/'], ['x/build']],
  ['docs/*.txt', ['docs/a.txt'], ['x/docs/a.txt', 'docs/x/a.txt']],
  ['docs/**', ['docs/a', 'docs/x/y/'], ['docs/', 'adocs/a']],
  ['a/**/z', ['a/z', 'a/b/z', 'a/b/c/z'], ['az', 'b/a/z']],
  ['draft-?.md', ['draft-1.md', 'x/draft-я.md', 'draft-😀.md'], ['draft-12.md']],
  ['[a-c]x[!0-9]', ['bxz', 'axж'], ['dxz', 'ax1']],
  ['\\#one\\*', ['#one*'], ['#one', '#ones']],
  ['# a comment', [], ['# a comment']],
])('the pattern %s leaves out what git ignores', (pattern, left, kept) => {
  expect(left.filter((path) => !leftOut([pattern], path))).toEqual([]);
  expect(kept.filter((path) => leftOut([pattern], path))).toEqual([]);
});

test('the last pattern that matches decides, and a pattern of a deeper folder wins', () => {
  expect(leftOut(['*.log', '!keep.log'], 'keep.log')).toBe(false);
  expect(leftOut(['!keep.log', '*.log'], 'keep.log')).toBe(true);
  const placed = [
    { depth: 0, patterns: filePatterns(['*.log']) },
    { depth: 1, patterns: filePatterns(['!a.log']) },
  ];
  expect([isLeftOut(['x', 'a.log'], false, placed), isLeftOut(['x', 'b.log'], false, placed)]).toEqual([
    false,
    true,
  ]);
});

test('a hostile pattern takes no longer than its length times that of the name', () => {
  const steps = (count: number) => `${'*a'.repeat(count)}b`;
  expect(leftOut([steps(100)], 'a'.repeat(255))).toBe(false);
  expect(leftOut([`${Array(200).fill('**/a').join('/')}/b`], `${'a/'.repeat(300)}c`)).toBe(false);
});
