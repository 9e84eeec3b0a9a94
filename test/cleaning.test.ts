/**
 * What docs/cleaning.md shows is what happens: its commands are run one after the other.
 * UPDATE_README=1 writes the real output into the page; look at the difference before you commit it.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { MAIN, ROOT } from './cli/run-neardup.ts';
import { comparable } from './shown-output.ts';

const PAGE = join(ROOT, 'docs/cleaning.md');
const work = mkdtempSync(join(tmpdir(), 'neardup-cleaning-'));
afterAll(() => rmSync(work, { recursive: true }));

test('the commands of docs/cleaning.md print what it shows, and leave the set that it promises', () => {
  const page = readFileSync(PAGE, 'utf8');
  const made = page.replace(
    /```console\n\$ neardup ([^\n]*)\n([\s\S]*?)```/g,
    (block, command: string, shown: string) => {
      const args = command.split(' ').map((word) => (word.startsWith('examples/') ? join(ROOT, word) : word));
      const { stdout, status } = spawnSync(process.execPath, [MAIN, ...args], {
        cwd: work,
        encoding: 'utf8',
      });
      expect({ command, status }).toEqual({ command, status: 0 });
      return comparable(stdout) === comparable(shown)
        ? block
        : `\`\`\`console\n$ neardup ${command}\n${stdout}\`\`\``;
    },
  );
  if (process.env.UPDATE_README === '1') writeFileSync(PAGE, made);
  else expect(made).toBe(page);
  const lines = readFileSync(join(work, 'final.jsonl'), 'utf8').trim().split('\n');
  const texts = lines.map((line) => JSON.parse(line) as { id: string; text: string; week: number });
  expect(texts.map(({ id, week }) => [id, week])).toEqual([
    ['bridge', 41],
    ['market', 41],
    ['choir', 41],
  ]);
  expect(texts[0].text).toContain('Letters to the editor');
  expect(texts[1].text).toMatch(/a little later\.$/);
  expect(texts[2].text).toBe('The choir sings in the mill on Sunday at five.');
});

test('shards go the same way, folder by folder, to an annotated set', () => {
  const steps = /```sh\n(neardup dedup raw\/[\s\S]*?)```/
    .exec(readFileSync(PAGE, 'utf8'))![1]
    .trim()
    .split('\n');
  const cwd = join(work, 'shards');
  mkdirSync(join(cwd, 'raw'), { recursive: true });
  const week = readFileSync(join(ROOT, 'examples/cleaning/week.jsonl'), 'utf8').trim().split('\n');
  for (const [shard, lines] of [week.slice(0, 2), week.slice(2)].entries())
    writeFileSync(join(cwd, 'raw', `${shard}.jsonl.gz`), gzipSync(`${lines.join('\n')}\n`));
  writeFileSync(join(cwd, 'quiz.jsonl'), readFileSync(join(ROOT, 'examples/cleaning/quiz.jsonl')));
  for (const step of steps) {
    const [, ...args] = step.split(' ');
    expect({ step, status: spawnSync(process.execPath, [MAIN, ...args], { cwd }).status }).toEqual({
      step,
      status: 0,
    });
  }
  const final = readdirSync(join(cwd, 'final')).sort();
  expect(final).toEqual(['0.jsonl.gz', '1.jsonl.gz']);
  const ids = final.flatMap((name) =>
    gunzipSync(readFileSync(join(cwd, 'final', name)))
      .toString()
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id),
  );
  expect(ids).toEqual(['bridge', 'market', 'choir']);
  expect(existsSync(join(cwd, 'final.parquet'))).toBe(true);
});
