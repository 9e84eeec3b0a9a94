/** The reproduction of the papers: its page names everything that they print, and shows what the committed results have. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const RUN = join(ROOT, 'bench/reproduce/run.mjs');
const RESULTS = join(ROOT, 'bench/results/reproduce');
const page = readFileSync(join(ROOT, 'docs/papers.md'), 'utf8');

/** Modules of the benchmarks have no types. */
const bench = (path: string) => import(new URL(`../bench/${path}`, import.meta.url).href);
const { EXPERIMENTS, PAPERS } = await bench('reproduce/experiments.mjs');
const { PLOTS, plot } = await bench('reproduce/plots.mjs');
const names = Object.keys(EXPERIMENTS);

/** What the papers number, by paper. */
const PRINTED = {
  A: { Equation: 1, Figure: 8, Table: 4 },
  B: { Figure: 3, Table: 2 },
  C: { Equation: 3, Figure: 8, Table: 4 },
  D: { Equation: 11, Figure: 4, Table: 1 },
};
const ROMAN: Record<string, number> = { I: 1, II: 2, III: 3, IV: 4 };

/** The numbers after a word in the list of what a paper has: `Figures 6 and 7`, `Figures 1 to 5`, `Equations 2, 3`. */
function numbersIn(map: string, word: string): number[] {
  const found = map.matchAll(new RegExp(`${word}s? ((?:[\\dIV]+)(?:(?:, | and | to )[\\dIV]+)*)`, 'g'));
  return [...found].flatMap(([, list]) => {
    const numbers = list.split(/, | and | to /).map((part) => ROMAN[part] ?? Number(part));
    if (!list.includes(' to ')) return numbers;
    return Array.from({ length: numbers[1] - numbers[0] + 1 }, (_, i) => numbers[0] + i);
  });
}

describe('docs/papers.md', () => {
  test.each(Object.entries(PRINTED))(
    'the map of paper %s has every table, figure and equation',
    (paper, counts) => {
      const [, section] = new RegExp(`\n## Paper ${paper}:([\\s\\S]*?)\n### `).exec(page)!;
      const map = [...section.matchAll(/^- (.*)/gm)].map(([, item]) => item).join('\n');
      for (const [word, count] of Object.entries(counts)) {
        const all = Array.from({ length: count }, (_, i) => i + 1);
        expect(
          [...new Set(numbersIn(map, word))].sort((a, b) => a - b),
          word,
        ).toEqual(all);
      }
    },
  );

  test('the page shows the results of every experiment, and no others', () => {
    const shown = [...page.matchAll(/<!-- table: (.+) -->/g)].map(([, name]) => name);
    expect(shown.sort()).toEqual([...names].sort());
    expect(readdirSync(RESULTS).sort()).toEqual(names.map((name) => `${name}.json`).sort());
    for (const name of names) expect(page).toContain(`\n### ${name}\n`);
  });

  test('plots are drawn from the committed results, and the page shows each', () => {
    expect(readdirSync(join(ROOT, 'docs/plots')).sort()).toEqual(
      Object.keys(PLOTS)
        .map((name) => `${name}.svg`)
        .sort(),
    );
    for (const name of Object.keys(PLOTS)) {
      expect(plot(name)).toBe(readFileSync(join(ROOT, `docs/plots/${name}.svg`), 'utf8'));
      expect(page).toContain(`](plots/${name}.svg)`);
    }
  });
});

describe('npm run reproduce', () => {
  test.each([
    ['an unknown experiment', ['A9'], 'Expected experiments among A2 A3'],
    ['no experiment', [], 'Expected an experiment, one of A2 A3'],
    [
      'a size out of range',
      ['D1', '--size', '11'],
      '`--size` of D1 to be a whole number from 4 to 10 of the ten texts, got `11`',
    ],
    ['a part of a document', ['B1', '--size', '5000.5'], 'a whole number from 4096 to 4000000 documents'],
    ['a size for several', ['D1', 'C1', '--size', '10'], '`--size` is for one experiment'],
    ['results of small sizes', ['D1', '--quick', '--save'], 'leave out `--quick`'],
    ['threads that are none', ['D1', '--threads', 'two'], 'an integer from 1 to 64, got `two`'],
  ])('%s is refused with the allowed values', (_, args, message) => {
    const { status, stderr } = spawnSync(process.execPath, [RUN, ...args], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('a size that the memory does not hold is refused before anything is made', () => {
    const noMemory = `import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module';
      os.freemem = () => 1000; syncBuiltinESMExports();`;
    const preload = `data:text/javascript,${encodeURIComponent(noMemory)}`;
    const { status, stderr } = spawnSync(process.execPath, ['--import', preload, RUN, 'B1'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/B1 with .+ needs about .+ GB of memory, and 0\.0 GB are free/),
    ]);
  });

  test('a clone that is not built is told how to build it', () => {
    const clone = mkdtempSync(join(tmpdir(), 'neardup-clone-'));
    cpSync(join(ROOT, 'bench'), join(clone, 'bench'), { recursive: true });
    const { status, stderr } = spawnSync(process.execPath, [join(clone, 'bench/reproduce/run.mjs'), 'D1'], {
      encoding: 'utf8',
    });
    rmSync(clone, { recursive: true });
    expect([status, stderr]).toEqual([2, expect.stringContaining('Run `npm run build` first.')]);
  });

  test('several experiments print a line of JSON each, in the order in which they were named', () => {
    const run = (...args: string[]) => spawnSync(process.execPath, [RUN, ...args], { encoding: 'utf8' });
    const { status, stdout } = run('D1', 'C2', '--quick', '--json');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([status, lines.map(({ experiment }) => experiment)]).toEqual([0, ['D1', 'C2']]);
    expect(lines[0].size).toBe('4 of the ten texts');
    expect(lines[1].size).toBe('0.5 MB of text');
  });

  test('a run that is interrupted leaves the saved results as they were', async () => {
    const all = () => readdirSync(RESULTS).map((name) => readFileSync(join(RESULTS, name), 'utf8'));
    const before = all();
    const child = spawn(process.execPath, [RUN, 'A3', '--save']);
    await new Promise((resolve) => setTimeout(resolve, 500));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.on('close', resolve));
    expect(all()).toEqual(before);
  });

  test('the help names each paper by authors and title, as the page does', () => {
    const { stdout } = spawnSync(process.execPath, [RUN, '--help'], { encoding: 'utf8' });
    for (const [letter, paper] of Object.entries<string>(PAPERS)) {
      expect(stdout).toContain(`Paper ${letter}: ${paper}`);
      const [, title] = paper.split(': ');
      expect(page.replace(/\s+/g, ' ')).toMatch(
        new RegExp(`\\*\\*${letter}\\.\\*\\* [^*]*_${title.replace(' …', '')}`),
      );
    }
  });

  test('names of experiments are understood in small and in large letters', () => {
    const run = (...args: string[]) => spawnSync(process.execPath, [RUN, ...args], { encoding: 'utf8' });
    expect(run('d1', 'c1', '--size', '20').stderr).toContain('`--size` is for one experiment');
    expect(run('B-FIG2', '--size', '1').stderr).toContain('`--size` of B-fig2');
    expect(run('All', '--size', '20').stderr).toContain('`--size` is for one experiment');
  });

  test('an experiment prints the paper beside ours, with size, seed and machine', () => {
    const { status, stdout } = spawnSync(process.execPath, [RUN, 'D1', '--quick'], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toMatch(/4 of the ten texts, seed 13; .+ CPU time/);
    // the row of the paper: 561 words, 78 found, 78 real
    expect(stdout).toMatch(/^\| 561 +\| +78 \| +78 \| +1 \|/m);
  });
});
