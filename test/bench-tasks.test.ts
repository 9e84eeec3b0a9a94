/** What docs say of benchmarks: every task that they name exists and can be run. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const tasks = readdirSync(join(ROOT, 'bench/tasks'))
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => name.slice(0, -4));
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench/README.md']
  .concat(readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`))
  .filter((path) => path.endsWith('.md'));

/** Modules of the benchmarks have no types. */
const bench = (path: string) => import(new URL(`../bench/${path}`, import.meta.url).href);

/** The tasks after `npm run bench --`, up to the first flag; in quality.md a name in parentheses is a task too. */
function named(text: string, page: string): string[] {
  const alone =
    page === 'docs/quality.md' ? [...text.matchAll(/\(`([a-z][a-z-]+)`\)/g)].map(([, name]) => name) : [];
  const called = [...text.matchAll(/npm run bench -- ([a-z\d -]+)/g)].flatMap(([, words]) =>
    words
      .split(' -')[0]
      .split(' ')
      .filter((word) => /^[a-z]/.test(word)),
  );
  return [...called, ...alone];
}

test.each(tasks)('the task %s loads, and has a function that runs it', async (task) => {
  const { run, markdown } = await bench(`tasks/${task}.mjs`);
  expect(run).toBeTypeOf('function');
  if (markdown !== undefined) expect(markdown).toBeTypeOf('function');
});

test('every task that a page names exists', () => {
  const found = pages.flatMap((page) =>
    named(readFileSync(join(ROOT, page), 'utf8'), page).map((task) => `${page}: ${task}`),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((each) => !tasks.includes(each.split(': ')[1]))).toEqual([]);
});

test('the first line of every task says what it measures, and --help shows it', () => {
  const help = execFileSync(process.execPath, [join(ROOT, 'bench/run.mjs'), '--help'], { encoding: 'utf8' });
  for (const task of tasks) {
    const [, measures] =
      /^\/\/ (.{20,130})\.\n\/\/\n/.exec(readFileSync(join(ROOT, `bench/tasks/${task}.mjs`), 'utf8')) ?? [];
    expect(help).toContain(`  ${task.padEnd(15)} ${measures}\n`);
  }
});

describe('figures of held-out queries', () => {
  test('figures of held-out queries are made with signatures that the collection has not, and the rest of it is whole', async () => {
    const { holdOut } = await bench('data/held-out.mjs');
    const signatures = Buffer.alloc(128 * 50);
    for (let i = 0; i < 50; i++) signatures.fill(i, 128 * i, 128 * (i + 1));
    const { collection, queries } = holdOut(signatures, 8);
    const first = (bytes: Uint8Array) => Array.from({ length: bytes.length / 128 }, (_, i) => bytes[128 * i]);
    const asked = (queries as Uint8Array[]).flatMap(first);
    expect(new Set(asked).size).toBe(8);
    expect([...first(collection), ...asked].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, i) => i),
    );
  });

  test('figures of held-out queries have bounds that hold the mean, and are nearer to it with more queries', async () => {
    const { meanWithBounds } = await bench('data/held-out.mjs');
    const values = (count: number) => Array.from({ length: count }, (_, i) => (i % 10 === 0 ? 0 : 1));
    const [few, many] = [meanWithBounds(values(50)), meanWithBounds(values(5000))];
    for (const { mean, from, to } of [few, many]) {
      expect(mean).toBeCloseTo(0.9);
      expect([from < 0.9, to > 0.9]).toEqual([true, true]);
    }
    // 1.96 standard errors of a share of .9 of 5,000 are .0083
    expect(many.to - many.from).toBeCloseTo(2 * 0.0083, 2);
    expect(few.to - few.from).toBeGreaterThan(5 * (many.to - many.from));
  });

  test('figures at equal recall are on the line between two measurements, and unknown above the last one', async () => {
    const { timeAt } = await bench('tasks/topk/tables.mjs');
    const lines = [
      { recall10: 0.9, value: 2 },
      { recall10: 0.8, value: 1 },
    ];
    expect(timeAt(lines, 0.85)).toBeCloseTo(1.5);
    expect(timeAt(lines, 0.7)).toBe(1);
    expect(timeAt(lines, 0.95)).toBeUndefined();
  });
});

test('a measured program counts a child that it does not wait for', async () => {
  const { runMeasured } = await bench('data/measured.mjs');
  const busy = 'const end = process.cpuUsage().user + 600000; while (process.cpuUsage().user < end);';
  const parent = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(busy)}], { detached: true, stdio: 'ignore' }).unref();`;
  const { code, cpu } = await runMeasured(process.execPath, ['-e', parent]);
  expect(code).toBe(0);
  expect(cpu).toBeGreaterThan(0.6);
});

describe('runs of neardup beside its peers', () => {
  /** Two runs on four documents: the second kept and removed these. */
  async function second(kept: number[], removed: number[]): Promise<Uint8Array> {
    const { SameAnswer } = await bench('peers/same-answer.mjs');
    const answers = new SameAnswer(4);
    answers.add([0, 1, 3], [2], 'first');
    answers.add(kept, removed, 'second');
    return answers.kept;
  }

  test('runs of neardup beside its peers give one answer, in any order of the documents', async () => {
    expect([...(await second([3, 1, 0], [2]))]).toEqual([1, 1, 0, 1]);
  });

  test('a run that removes other documents than its peers ends the bench', async () => {
    await expect(second([0, 1, 2, 3], [])).rejects.toThrow('second: removed 0 documents');
    await expect(second([0, 1, 2], [3])).rejects.toThrow('document 2 differs');
  });

  test('runs of neardup beside its peers end the bench if a document is missing or comes twice', async () => {
    await expect(second([0, 1], [2])).rejects.toThrow('expected 4 documents, got 2 kept and 1 removed');
    await expect(second([0, 1, 3], [2, 3])).rejects.toThrow('got 3 kept and 2 removed');
  });
});

test('the marked tables of docs have the figures of the newest results', async () => {
  const { withTables } = await bench('tables.mjs');
  const marked = pages
    .map((page) => readFileSync(join(ROOT, page), 'utf8'))
    .filter((text) => text.includes('<!-- figures: '));
  expect(marked.length).toBeGreaterThan(1);
  for (const text of marked) expect(withTables(text)).toBe(text);
});

test('figures in the sentences of docs are those of the tables that the site shows there', async () => {
  const { linesOf } = await bench('tables.mjs');
  const { share } = await bench('data/markdown.mjs');
  const sentences = (page: string) => readFileSync(join(ROOT, page), 'utf8').replaceAll(/\s+/g, ' ');
  const passages: { case: string; value: number; wrong: number }[] = linesOf('passages.jsonl').filter(
    (line: { case: string }) => /^(?:en|uk|zh), [^,]+$/.test(line.case),
  );
  const [edited, others] = [true, false].map((is) =>
    passages.filter((line) => line.case.endsWith('edited 30 %') === is).map(({ value }) => value),
  );
  const wrong = Math.max(...passages.map((line) => line.wrong));
  expect([edited.length, others.length]).toEqual([3, 18]);
  expect(sentences('docs/quality.md')).toContain(
    `at least ${share(Math.min(...edited))} are marked in English, Ukrainian and Chinese, of other kinds at least ${share(Math.min(...others))}; of marked words at most ${wrong.toFixed(4)} were not planted`,
  );
  const bySignatures = [2, 3, 5].map(
    (count) =>
      linesOf('search.jsonl').find(
        (line: { case: string }) => line.case === `newswire, ${count} words of a document: by signatures`,
      ).value,
  );
  expect(sentences('docs/search.md')).toContain(
    `of those by signatures ${Math.min(...bySignatures).toFixed(2)} to ${Math.max(...bySignatures).toFixed(2)} do`,
  );
});
