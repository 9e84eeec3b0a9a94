/** `neardup compare --in` and `neardup fingerprint --level`, as a user calls them. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, neardup, parseLines } from './run-neardup.ts';

const PIER = 'Fishing boats rocked gently against the old stone pier that morning.';
const LIBRARY = {
  'harbor.txt': `The harbor was quiet before sunrise. ${PIER}`,
  'garden.txt': 'Tomatoes need warm soil and a great deal of patience in early spring.',
};
const ESSAY = { 'essay.txt': `These are my own words about it. ${PIER}` };

describe('neardup compare --in', () => {
  test('names the documents that share passages with the text, and compares the best', async () => {
    const library = folder(LIBRARY);
    const essay = join(folder(ESSAY), 'essay.txt');
    const call = ['compare', essay, '--in', library, '--thesaurus', 'none'];
    const { code, stdout } = await neardup([...call, '--json']);
    expect(code).toBe(0);
    const objects = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(objects[0]).toMatchObject({
      b: join(library, 'harbor.txt'),
      passages: [{ kind: 'identical' }],
    });
    expect(objects.at(-1).summary).toMatchObject({
      documents: 2,
      candidates: [{ id: join(library, 'harbor.txt'), words: 11 }],
      boilerplate: [],
    });
    expect((await neardup(call)).stdout).toContain('1 of 2 documents share words with it');
  });

  test('refuses sources beside --in, and a text alone', async () => {
    const dir = folder(ESSAY);
    const essay = join(dir, 'essay.txt');
    const both = await neardup(['compare', essay, essay, '--in', dir]);
    expect([both.code, both.stderr]).toEqual([
      2,
      expect.stringContaining('Expected sources or `--in`, got both.'),
    ]);
    const alone = await neardup(['compare', essay]);
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--in library/')]);
  });
});

describe('neardup fingerprint --level', () => {
  test('prints a line for every sentence, as text and as JSON', async () => {
    const dir = folder(ESSAY);
    const call = ['fingerprint', join(dir, 'essay.txt'), '--level', 'sentence'];
    const { code, stdout } = await neardup(call);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^[0-9a-f]{16}\t\S+essay\.txt\tsentence 0\t0-32\n[0-9a-f]{16}\t\S+\tsentence 1\t33-101\n$/,
    );
    const { results } = parseLines((await neardup([...call, '--json'])).stdout);
    expect(results[1]).toMatchObject({ level: 'sentence', sentence: 1, start: 33, end: 101 });
  });

  test('asks for --level if only --weights is given', async () => {
    const { code, stderr } = await neardup(['fingerprint', 'x.txt', '--weights', 'none']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Expected `--level` with `--weights`')]);
  });
});
