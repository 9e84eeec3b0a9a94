/** Fingerprints on their own: candidates are listed, but nothing is removed or grouped without texts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, neardup, parseLines } from './run-neardup.ts';

const TEXTS = ['the ferry leaves at nine', 'fresh bread is sold here', 'the ferry leaves at nine'];

test('fingerprints that `fingerprint --json` prints can be joined by `pairs --fingerprints`', async () => {
  const lines = TEXTS.map((text, id) => JSON.stringify({ id, text }));
  const dir = folder({ 'in.jsonl': `${lines.join('\n')}\n` });
  const printed = await neardup(['fingerprint', 'in.jsonl', '--json'], { cwd: dir });
  writeFileSync(join(dir, 'board.jsonl'), printed.stdout);
  const { code, stdout } = await neardup(['pairs', '--fingerprints', 'board.jsonl', '--json'], { cwd: dir });
  expect(code).toBe(0);
  const { results, summary } = parseLines(stdout);
  expect(results).toEqual([{ a: '0', b: '2', distance: 0, verified: false }]);
  expect(summary).toMatchObject({ documents: 3, pairs: 1, unreadable: 0 });
});

test('a bad line among fingerprints is reported with its place and makes the exit code 2', async () => {
  const dir = folder({ 'board.jsonl': '{"id":"a","fingerprint":"12"}\n' });
  const { code, stderr } = await neardup(['pairs', '--fingerprints', 'board.jsonl'], { cwd: dir });
  expect(code).toBe(2);
  expect(stderr).toContain('board.jsonl:1: Expected `fingerprint` to be 16 hexadecimal digits, got `12`.');
});

test('dedup and groups refuse fingerprints and leave everything as it is', async () => {
  const dir = folder({ 'board.jsonl': '{"id":"a","fingerprint":"0123456789abcdef"}\n' });
  for (const command of ['dedup', 'groups']) {
    const { code, stderr } = await neardup([command, '--fingerprints', 'board.jsonl'], { cwd: dir });
    expect(code).toBe(2);
    expect(stderr).toContain(`Expected texts for \`neardup ${command}\`, got fingerprints.`);
  }
  expect(readFileSync(join(dir, 'board.jsonl'), 'utf8')).toContain('0123456789abcdef');
});
