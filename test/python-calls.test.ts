/** `neardup python-calls` by hand: what the package for Python sends and gets. Its own tests, in python/tests, run on the built wheel. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { MAIN, ROOT } from './cli/run-neardup.ts';

type Line = Readonly<Record<string, unknown>>;

/** Sends lines, closes the pipe when `isOver` says so, and gives the lines that came back, and the exit code. */
async function talk(lines: readonly string[], isOver: (answers: readonly Line[]) => boolean) {
  const child = spawn(process.execPath, [MAIN, 'python-calls'], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdin.on('error', () => {});
  for (const line of lines) child.stdin.write(`${line}\n`);
  const answers: Line[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    answers.push(JSON.parse(line));
    if (isOver(answers)) child.stdin.end();
  }
  return { answers, code: await code };
}

const isEnd = (line: Line) => 'value' in line || 'error' in line;
const ends = (count: number) => (answers: readonly Line[]) => answers.filter(isEnd).length >= count;
const call = (number: number, verb: string, given: object) => JSON.stringify({ call: number, verb, given });

test('calls under way together are each answered with their own results, summary or error', async () => {
  const { answers, code } = await talk(
    [
      call(1, 'dedup', { input: ['examples/articles.jsonl'], threshold: 0.94 }),
      call(2, 'dedup', { input: ['examples/articles.jsonl'], threshold: 2 }),
      call(3, 'toString', {}),
      call(4, 'collection.check', { collection: 9, queries: [] }),
    ],
    ends(4),
  );
  const of = (number: number) => answers.filter((line) => line.call === number);
  expect(of(1).flatMap(({ rows }) => (rows as unknown[]) ?? [])).toHaveLength(13);
  expect(of(1).at(-1)).toMatchObject({ value: { summary: { documents: 118, removed: 13 } } });
  expect(of(2)).toMatchObject([{ error: { code: 'BAD_OPTION', option: 'threshold' } }]);
  expect(of(3)).toMatchObject([{ error: { message: 'There is no such verb.' } }]);
  expect(of(4)).toMatchObject([{ error: { message: 'This collection is closed.' } }]);
  expect(code).toBe(0);
});

test('options of an error are named as Python writes them', async () => {
  const { answers } = await talk(
    [call(1, 'pairs', { input: ['examples/articles.jsonl'], maxDistance: 99 })],
    ends(1),
  );
  expect(answers).toMatchObject([
    { error: { option: 'max_distance', message: expect.stringContaining('`max_distance`') } },
  ]);
});

test('a call that is cancelled, or whose caller is gone, ends', async () => {
  const dedup = call(1, 'dedup', { input: ['examples/articles.jsonl'] });
  const cancelled = await talk([dedup, '{"cancel":1}'], ends(1));
  expect(cancelled.answers.at(-1)).toMatchObject({ call: 1, error: { code: 'INTERRUPTED' } });
  const gone = await talk([dedup], () => true);
  expect(gone.code).toBe(0);
});

test('a line that is no call ends the process with a failure', async () => {
  const { answers, code } = await talk(['no JSON'], () => false);
  expect(answers).toEqual([]);
  expect(code).not.toBe(0);
});
