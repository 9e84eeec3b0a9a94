/** Signatures from the command line: written for NumPy, and searched again. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { neardup, ROOT } from './run-neardup.ts';

const ARTICLES = join(ROOT, 'examples/articles.jsonl');

test('signatures written as an array are those that are printed, and each finds itself first', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'neardup-npy-'));
  const run = (...args: string[]) => neardup(args, { cwd });
  const printed = await run('fingerprint', ARTICLES, '--signature', '1024', '--json');
  writeFileSync(join(cwd, 'all.jsonl'), printed.stdout);
  const ids = await run('fingerprint', ARTICLES, '--signature', '1024', '--npy', 'all.npy');
  expect(ids.code).toBe(0);
  const lines = printed.stdout
    .trim()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  expect(ids.stdout.trim().split('\n')).toEqual(lines.map(({ id }) => id));
  const array = readFileSync(join(cwd, 'all.npy'));
  expect(array.subarray(array.length - 128 * lines.length).toString('hex')).toBe(
    lines.map(({ signature }) => signature).join(''),
  );
  const found = await run('search', '--signatures', 'all.npy', '--in', 'all.jsonl', '-k', '1', '--json');
  const results = found.stdout
    .trim()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  expect(results).toHaveLength(lines.length);
  expect(results.every(({ distance }) => distance === 0)).toBe(true);
});

test('options that need texts are refused beside signatures, and --npy without signatures', async () => {
  for (const [args, reason] of [
    [['search', 'words', '--signatures', 'a.npy', '--in', 'b.npy'], 'there are no texts'],
    [['search', '--signatures', 'a.npy', '--in', 'b.npy', '--explain'], '`--explain` has no effect'],
    [['search', '--signatures', 'a.npy'], 'to be files with signatures'],
    [['fingerprint', ARTICLES, '--npy', 'a.npy'], 'only signatures are written as an array'],
  ] as const) {
    const { code, stderr } = await neardup(args);
    expect(stderr).toContain(reason);
    expect(code).toBe(2);
  }
});
