/** `neardup compare` as a user runs it: what it prints, what it writes, how it ends. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, neardup, parseLines } from './run-neardup.ts';

const FERRY = 'The ferry leaves at nine from the north pier every day of the week, weather permitting.';
const BREAD = 'Fresh bread is sold from seven in the old bakery behind the market hall.';
const NIGHT = 'Nobody has seen the night train since the bridge was closed for repairs in the spring.';
const FILES = {
  'a.txt': `${FERRY}\n\n${NIGHT}\n\n${BREAD}\n`,
  'b.html': `<h1>News</h1><p>${BREAD}</p><p>${FERRY.replace('week', 'year')}</p>`,
  'c.md': `# Trains\n\n${NIGHT}\n`,
};

describe('compare', () => {
  test('prints one object for two texts, whose places slice what `neardup text` prints', async () => {
    const dir = folder(FILES);
    const { code, stdout } = await neardup(['compare', 'a.txt', 'b.html', '--json'], { cwd: dir });
    expect(code).toBe(0);
    const found = JSON.parse(stdout);
    expect(Object.keys(found)).toEqual([
      'a',
      'b',
      'similarity',
      'identical',
      'sameBytes',
      'paperSimilarity',
      'kinds',
      'words',
      'sentences',
      'passages',
    ]);
    expect(found).toMatchObject({ a: 'a.txt', b: 'b.html', words: { a: 46, b: 31 } });
    expect(found.similarity.a).toBeCloseTo(30 / 46, 3);
    const kinds: string[] = found.passages.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['edited', 'identical']);
    const texts = parseLines((await neardup(['text', 'a.txt', 'b.html', '--json'], { cwd: dir })).stdout);
    const [a, b] = texts.results.map(({ text }) => String(text));
    const { a: here, b: there } = found.passages[1];
    expect(a.slice(here.start, here.end)).toBe(BREAD);
    expect(b.slice(there.start, there.end)).toBe(BREAD);
  });

  test('gives paper D’s similarity in both directions, and its matrix on request, the same for any tile', async () => {
    // of A's words those of its first and third sentence are similar, of B's all but the heading's
    const dir = folder(FILES);
    const args = ['compare', 'a.txt', 'b.html', '--json', '--matrix'];
    const { stdout } = await neardup(args, { cwd: dir });
    const found = JSON.parse(stdout);
    expect(found.paperSimilarity).toEqual({ a: 0.6522, b: 0.9677 });
    // one word of sixteen was changed: p = 15 / 16
    expect(found.matrix).toEqual({
      rows: 3,
      columns: 3,
      cells: [
        { row: 0, column: 2, p: 0.9375, mark: 'order' },
        { row: 2, column: 1, p: 1, mark: 'order' },
      ],
    });
    expect((await neardup([...args, '--tile', '1', '--threads', '2'], { cwd: dir })).stdout).toBe(stdout);
    expect((await neardup(['compare', 'a.txt', 'b.html', '--matrix'], { cwd: dir })).stderr).toContain(
      '`--matrix` has no effect: only `--json` prints the matrix.',
    );
  });

  test('cuts sentences at commas and semicolons with --clauses', async () => {
    const dir = folder(FILES);
    const { stdout } = await neardup(['compare', 'a.txt', 'b.html', '--json', '--clauses'], { cwd: dir });
    expect(JSON.parse(stdout).sentences).toEqual({ a: 4, b: 4 });
  });

  test('prints one object for each of several sources and a summary, each word counted once', async () => {
    const dir = folder({ ...FILES, 'd.txt': FERRY });
    const args = ['compare', 'a.txt', 'c.md', 'b.html', 'd.txt', '--json'];
    const { results, summary } = parseLines((await neardup(args, { cwd: dir })).stdout);
    expect(results.map(({ b }) => b)).toEqual(['b.html', 'c.md', 'd.txt']);
    expect(summary).toMatchObject({ a: 'a.txt', similarity: 1, sources: 3, words: 46 });
    const best = results.map(({ passages }) =>
      (passages as { best: boolean }[]).map((passage) => passage.best),
    );
    expect(best).toEqual([[false, true], [true], [true]]);
  });

  test('shows both texts for people, without colors if there is no terminal', async () => {
    const dir = folder(FILES);
    const { stdout } = await neardup(['compare', 'a.txt', 'b.html'], { cwd: dir });
    expect(stdout).toContain('a.txt ↔ b.html');
    expect(stdout).toMatch(/65\.2%\s+of a\.txt/);
    expect(stdout).toContain('[week]');
    expect(stdout).not.toContain('\x1b');
  });

  test('writes a page, and only under its final name', async () => {
    const dir = folder(FILES);
    const { code, stderr } = await neardup(['compare', 'a.txt', 'b.html', '--html', 'r.html'], { cwd: dir });
    expect(code).toBe(0);
    expect(stderr).toBe('neardup: wrote r.html\n');
    expect(readFileSync(join(dir, 'r.html'), 'utf8')).toContain('65.2%');
    expect(readdirSync(dir).sort()).toEqual(['a.txt', 'b.html', 'c.md', 'r.html']);
  });

  test('refuses a page that would replace an input', async () => {
    const dir = folder({ ...FILES, x: `${JSON.stringify({ id: 'one', text: FERRY })}\n` });
    for (const [source, page] of [
      ['b.html', './b.html'],
      ['x#one', 'x'],
    ]) {
      const { code, stderr } = await neardup(['compare', 'a.txt', source, '--html', page], { cwd: dir });
      expect(code).toBe(2);
      expect(stderr).toMatch(/is the input/);
    }
    expect(readFileSync(join(dir, 'b.html'), 'utf8')).toBe(FILES['b.html']);
  });

  test('leaves no page behind when a text cannot be read', async () => {
    const dir = folder({ ...FILES, 'bad.pdf': '%PDF-1.7 and no more' });
    const { code, stderr } = await neardup(['compare', 'a.txt', 'bad.pdf', '--html', 'r.html'], { cwd: dir });
    expect(code).toBe(2);
    expect(stderr).toMatch(/bad\.pdf: Expected a whole PDF/);
    expect(existsSync(join(dir, 'r.html'))).toBe(false);
    // of several sources, the others are compared
    const rest = await neardup(['compare', 'a.txt', 'bad.pdf', 'c.md', '--json'], { cwd: dir });
    expect(rest.code).toBe(2);
    expect(JSON.parse(rest.stdout.split('\n')[0])).toMatchObject({ b: 'c.md' });
  });

  test('--exit-code is 1 if passages were found and 0 if not', async () => {
    const dir = folder(FILES);
    const run = (b: string) => neardup(['compare', 'a.txt', b, '--exit-code', '--quiet'], { cwd: dir });
    expect((await run('b.html')).code).toBe(1);
    const none = await neardup(['compare', 'b.html', 'c.md', '--exit-code'], { cwd: dir });
    expect(none.code).toBe(0);
    expect(none.stdout).toContain('No passage of 8 words or more is in both.');
  });

  test('finds the sources in a collection, leaving the text itself out', async () => {
    const dir = folder({
      ...FILES,
      'd.txt': 'Something else altogether, about which nobody wrote a word before.',
    });
    const { stdout, stderr, code } = await neardup(['compare', 'a.txt', '--in', '.', '--json'], { cwd: dir });
    expect(code).toBe(0);
    const { results, summary } = parseLines(stdout);
    expect(results.map(({ b }) => String(b).replace('./', ''))).toEqual(['b.html', 'c.md']);
    expect(summary).toMatchObject({ similarity: 1, sources: 2, documents: 4 });
    expect(summary.candidates).toMatchObject([{ words: 27 }, { words: 16 }]);
    expect(stderr).toBe('');
    const one = await neardup(['compare', 'a.txt', '--in', '.', '--sources', '1'], { cwd: dir });
    expect(one.stdout).toContain('a.txt ↔');
    expect(one.stdout).toContain('2 of 4 documents share words with it; the best 1 are compared');
    const none = await neardup(['compare', 'd.txt', '--in', '.', '--json', '--html', 'r.html'], { cwd: dir });
    expect(parseLines(none.stdout)).toMatchObject({ results: [], summary: { similarity: 0, sources: 0 } });
    expect(readFileSync(join(dir, 'r.html'), 'utf8')).toContain('no source was found');
  });

  test('pairs that share less than 5 % are counted by compare --all, and listed with --full', async () => {
    const words = (name: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${name}${i}`).join(' ');
    const shared = words('shared', 12);
    const dir = folder({
      'a.txt': `${words('a', 400)}. ${shared}.`,
      'b.txt': `${words('b', 400)}. ${shared}.`,
      'c.txt': `${words('c', 30)}. ${words('a', 60)}.`,
    });
    const run = (...options: string[]) => neardup(['compare', '--all', '.', ...options], { cwd: dir });
    const names = (stdout: string) =>
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.match(/\w\.txt/g)?.join(' '));
    const usual = await run();
    expect(names(usual.stdout)).toEqual(['a.txt c.txt']);
    expect(usual.stderr).toContain('1 of them shares less than 5 % and is not listed; `--full` lists all');
    const full = await run('--full');
    expect(names(full.stdout)).toEqual(['a.txt c.txt', 'a.txt b.txt']);
    expect(full.stderr).not.toContain('not listed');
    const { results } = parseLines((await run('--json')).stdout);
    expect(results).toHaveLength(2);
  });

  test('says what was expected', async () => {
    const dir = folder(FILES);
    const errors = async (...args: string[]) => (await neardup(['compare', ...args], { cwd: dir })).stderr;
    expect(await errors('a.txt')).toMatch(/Expected a text and at least one source, got only `a\.txt`/);
    expect(await errors('-', '-')).toMatch(/standard input \(`-`\) once, got it several times/);
    expect(await errors('a.txt', 'b.html', '--min-words', 'x')).toMatch(
      /`--min-words` to be an integer.*`x`/,
    );
    expect(await errors('a.txt', 'b.html', '--thesaurus', 'none.dat')).toMatch(/none\.dat/);
  });
});
