/** What `eval` measures: one threshold or a sweep, all pairs or the judged ones, pairs that something else has found. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, neardup } from './run-neardup.ts';

const words = Array.from({ length: 100 }, (_, i) => `word${i}`);
/** The text with the first words changed. */
const changed = (count: number) => words.map((word, i) => (i < count ? `${word}x` : word)).join(' ');
const LINES = [
  ['a', 0],
  ['near', 3],
  ['far', 20],
  ['same', 0],
]
  .map(([id, count]) => `${JSON.stringify({ id, text: changed(Number(count)) })}\n`)
  .join('');
const TRUTH = 'a\tb\tlabel\na\tnear\tcopy\na\tfar\tcopy\na\tsame\tno\n';

function home(): string {
  return folder({ 'in.jsonl': LINES, 'truth.tsv': TRUTH });
}

const evaluated = async (cwd: string, ...options: string[]) => {
  const { stdout, stderr, code } = await neardup(['eval', ...options, '--truth', 'truth.tsv', '--json'], {
    cwd,
  });
  expect([code, stderr.replaceAll(/neardup: wrote .*\n/g, '')]).toEqual([0, '']);
  return JSON.parse(stdout.split('\n')[0]);
};

test('a sweep gives what a run at each threshold gives, as JSON, a table and a picture', async () => {
  const cwd = home();
  const files = ['--csv', 'curve.csv', '--curve', 'curve.svg'];
  const { curve } = await evaluated(cwd, 'in.jsonl', '--method', 'exact', '--sweep', '0.5:0.9:0.2', ...files);
  expect(curve.map(({ threshold }: { threshold: number }) => threshold)).toEqual([0.5, 0.7, 0.9]);
  for (const { threshold, ...measures } of curve) {
    const alone = await evaluated(cwd, 'in.jsonl', '--method', 'exact', '--threshold', String(threshold));
    expect(alone).toMatchObject(measures);
  }
  expect(curve[0].recall).toBe(1);
  expect(curve[2].recall).toBeCloseTo(2 / 3);
  const table = readFileSync(join(cwd, 'curve.csv'), 'utf8').trimEnd().split('\n');
  expect([table[0], table.length]).toEqual(['threshold,hits,found,precision,recall,f1', 4]);
  expect(readFileSync(join(cwd, 'curve.svg'), 'utf8')).toMatch(/^<svg [\s\S]*recall<\/text>/);
});

test('only pairs of the file count with --judged, and every error is listed with its resemblance', async () => {
  const cwd = home();
  const all = await evaluated(cwd, 'in.jsonl', '--labels', 'copy', '--threshold', '0.6');
  const options = ['--labels', 'copy', '--threshold', '0.6', '--judged', '--errors', 'errors.jsonl'];
  const judged = await evaluated(cwd, 'in.jsonl', ...options);
  expect(all.found).toBeGreaterThan(judged.found);
  // `a` and `same` were judged to be no copies, though their text is the same
  expect(judged).toMatchObject({ hits: 2, found: 3, recall: 1 });
  const errors = readFileSync(join(cwd, 'errors.jsonl'), 'utf8').trimEnd().split('\n');
  expect(errors.map((line) => JSON.parse(line))).toEqual([
    { kind: 'wrong', a: 'a', b: 'same', resemblance: 1 },
  ]);
  const strict = ['--threshold', '0.9', '--sweep', '0.4:0.9:0.5', '--errors', 'errors.jsonl'];
  await evaluated(cwd, 'in.jsonl', '--labels', 'copy', '--judged', ...strict);
  const missed = JSON.parse(readFileSync(join(cwd, 'errors.jsonl'), 'utf8').split('\n')[0]);
  expect(missed).toMatchObject({ kind: 'missed', a: 'a', b: 'far', resemblance: expect.any(Number) });
});

test('pairs that a search or a comparison has found are judged by their score', async () => {
  const cwd = home();
  const found = [
    { query: 'near', id: 'a', score: 0.9 },
    { query: 'near', id: 'near', score: 1 },
    { a: 'far', b: 'same', similarity: { a: 0.2, b: 0.4 } },
    { summary: { pairs: 2 } },
  ];
  const { writeFileSync } = await import('node:fs');
  writeFileSync(join(cwd, 'found.jsonl'), found.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const measured = await evaluated(cwd, '--found', 'found.jsonl', '--sweep', '0.5:0.5:0.1');
  expect(measured).toMatchObject({
    truth: 3,
    hits: 1,
    found: 2,
    curve: [{ threshold: 0.5, hits: 1, found: 1 }],
  });
  const refused = await neardup(
    ['eval', '--found', 'found.jsonl', '--truth', 'truth.tsv', '--threshold', '0.5'],
    { cwd },
  );
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('has no effect')]);
});

test('a table or a picture without a sweep is refused', async () => {
  const { code, stderr } = await neardup(['eval', 'in.jsonl', '--truth', 'truth.tsv', '--csv', 'c.csv'], {
    cwd: home(),
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining('Add --sweep')]);
});
