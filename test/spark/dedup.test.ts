/** Spark gives the answer of one machine: through spark-submit on two executors, and through a Spark Connect server. */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dedup, dedupOnSpark } from '../../src/index.ts';
import { random, randomLines, randomTexts } from '../stages/random-corpus.ts';
import { end, hasSpark, mustRun, startConnectServer, submit, WORKER } from './spark-home.ts';

const CRASHING = `${process.execPath} ${new URL('crashing-worker.mjs', import.meta.url).pathname}`;
const PORT = 15_437;

let folder: string;
let input: string;
let reference: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-spark-'));
  const next = random(1);
  const originals = randomTexts(next, 300);
  const write = (name: string, count: number) => {
    mkdirSync(join(folder, name, 'nested'), { recursive: true });
    for (const file of ['b.jsonl', 'a+ä %.jsonl', 'nested/c.jsonl']) {
      writeFileSync(join(folder, name, file), randomLines(next, originals, count, file[0]).join('\n'));
    }
    return join(folder, name);
  };
  input = write('input', 700);
  reference = write('reference', 60);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function onOneMachine(options: object) {
  const run = dedup(input, { ...options, duplicateIds: 'rename' });
  const removed = await run.toArray();
  const { seconds: _, engine: _engine, ...summary } = await run.summary;
  return { removed, summary };
}

function linesIn(path: string): string[] {
  const files = readdirSync(path)
    .filter((name) => name.startsWith('part-'))
    .sort();
  return files
    .flatMap((name) => readFileSync(join(path, name), 'utf8').trimEnd().split('\n'))
    .filter((line) => line !== '');
}

/** The lines that one machine keeps, in any order. */
async function keptLines(options: object): Promise<string[]> {
  const output = join(folder, 'kept.jsonl');
  await dedup(input, { ...options, duplicateIds: 'rename', output }).toArray();
  return readFileSync(output, 'utf8').trimEnd().split('\n');
}

describe.skipIf(!hasSpark && !mustRun)('dedup on Spark', () => {
  it('removes what one machine removes if the first attempt of every task crashes and the driver is killed and resumed', async () => {
    const output = join(folder, 'out-submit');
    const options = [
      '--options',
      '{"duplicateIds": "rename"}',
      '--against',
      reference,
      '--keep',
      'max:score',
    ];
    const args = [
      input,
      '-o',
      output,
      ...options,
      '--split-mb',
      '1',
      '--batch-rows',
      '500',
      '--worker',
      CRASHING,
    ];
    const killed = await submit(folder, [...args, '--stop-after', 'texts']);
    expect(killed.code, killed.stderr).toBe(9);
    const resumed = await submit(folder, args);
    expect(resumed.stderr).toContain('neardup: texts: was done before');
    const { removed, summary } = await onOneMachine({ against: reference, keep: 'max:score' });
    expect(resumed.code, resumed.stderr).toBe(2);
    expect(linesIn(join(output, 'removed')).map((line) => JSON.parse(line))).toEqual(removed);
    const told = JSON.parse(resumed.stdout.trim().split('\n').at(-1)!).summary;
    expect(told).toMatchObject(summary);
    expect(removed.length).toBeGreaterThan(100);
  });

  it('fails with the cause if a worker always crashes, and leaves no result', async () => {
    const output = join(folder, 'out-failed');
    const failed = await submit(folder, [input, '-o', output, '--worker', `${WORKER} --no-such-option`]);
    expect(failed.code).not.toBe(0);
    expect(failed.stderr).toContain("unknown option '--no-such-option'");
    expect(() => readdirSync(output)).toThrow('ENOENT');
  });
});

describe.skipIf(!hasSpark && !mustRun)('dedup over Spark Connect', () => {
  let server: ChildProcess | undefined;
  beforeAll(async () => {
    server = await startConnectServer(folder, PORT);
  });
  afterAll(() => end(server));

  const run = (output: string, more: object = {}) =>
    dedupOnSpark([input], {
      ...{
        spark: `sc://127.0.0.1:${PORT}`,
        sparkWorker: WORKER,
        output: join(folder, output),
        duplicateIds: 'rename',
      },
      ...more,
    });

  it('gives the removed documents, the kept lines and the summary of one machine', async () => {
    const options = { keep: 'longest' };
    const stream = run('out-connect', options);
    const got = await stream.toArray();
    const { removed, summary } = await onOneMachine(options);
    expect(got).toEqual(removed);
    expect(await stream.summary).toMatchObject(summary);
    expect(linesIn(join(folder, 'out-connect', 'kept')).length).toBe(summary.kept);
    expect(linesIn(join(folder, 'out-connect', 'removed')).map((line) => JSON.parse(line))).toEqual(removed);
    const renamed = new Set(removed.map(({ id }) => id));
    expect(renamed.size).toBe(removed.length);
    expect((await keptLines(options)).length).toBe(summary.kept);
  });

  it('says which worker failed, and refuses the work folder of other options', async () => {
    const failing = run('out-none', { sparkWorker: `${WORKER} --no-such-option` }).toArray();
    await expect(failing).rejects.toThrow("unknown option '--no-such-option'");
    const other = run('out-connect', { keep: 'shortest' }).toArray();
    await expect(other).rejects.toThrow('has the tables of another run');
  });
});
