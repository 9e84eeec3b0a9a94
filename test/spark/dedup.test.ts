/** Spark gives the answer of one machine: through spark-submit on two executors, and through a Spark Connect server. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dedup, dedupOnSpark } from '../../src/index.ts';
import {
  faultyWorker,
  hasSpark,
  linesIn,
  PYTHON,
  run,
  SUBMIT,
  settings,
  startConnectServer,
  submit,
  TWO_EXECUTORS,
  WORKER,
} from '../soak/spark-home.mjs';
import { otherScores, random, randomLines, randomTexts } from '../stages/random-corpus.ts';

const isSkipped = !hasSpark && process.env.NEARDUP_REQUIRE_ALL !== '1';

let folder: string;
let input: string;
let reference: string;
let reference2: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-spark-'));
  const next = random(1);
  const originals = randomTexts(next, 300);
  const write = (name: string, count: number) => {
    mkdirSync(join(folder, name, 'nested'), { recursive: true });
    for (const file of ['b.jsonl', 'a+ä %.jsonl', 'nested/c.jsonl']) {
      const lines = randomLines(next, originals, count, file[0]);
      const written = name.startsWith('reference') ? otherScores(lines) : lines;
      writeFileSync(join(folder, name, file), written.join('\n'));
    }
    return join(folder, name);
  };
  input = write('in`put', 700);
  reference = write('reference', 60);
  reference2 = write('reference 2', 60);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function onOneMachine(options: object) {
  const run = dedup(input, { ...options, duplicateIds: 'rename' });
  const removed = await run.toArray();
  const { seconds: _, engine: _engine, ...summary } = await run.summary;
  return { removed, summary };
}

/** The lines that one machine keeps, in any order. */
async function keptLines(options: object): Promise<string[]> {
  const output = join(folder, 'kept.jsonl');
  await dedup(input, { ...options, duplicateIds: 'rename', output }).toArray();
  return readFileSync(output, 'utf8').trimEnd().split('\n');
}

describe.skipIf(isSkipped)('dedup on Spark', () => {
  it('removes what one machine removes if first attempts crash, executors are killed, and the driver is killed and resumed', async () => {
    const output = join(folder, 'out`submit');
    const args = [
      ...[input, '-o', output, '--against', reference, '--against', reference2, '--keep', 'max:score'],
      ...['--options', '{"duplicateIds": "rename"}', '--split-mb', '1', '--batch-rows', '250'],
      ...['--worker', faultyWorker('crash,kill', folder)],
    ];
    const killed = await submit(folder, TWO_EXECUTORS, [...args, '--stop-after', 'texts']);
    expect(killed.code, killed.output).toBe(9);
    const resumed = await submit(folder, TWO_EXECUTORS, args);
    expect(resumed.code, resumed.output).toBe(2);
    expect(resumed.output).toContain('neardup: texts: was done before');
    const { removed, summary } = await onOneMachine({ against: [reference, reference2], keep: 'max:score' });
    expect(linesIn(join(output, 'removed')).map((line) => JSON.parse(line))).toEqual(removed);
    const told = JSON.parse(/^\{"summary".*$/m.exec(resumed.output)![0]).summary;
    expect(told).toMatchObject(summary);
    expect(removed.length).toBeGreaterThan(100);
    const faults = readFileSync(join(folder, 'faults'), 'utf8').trimEnd().split('\n');
    // after 500 rows of input, and some output: every part of the input has 700 lines, every part of the reference 60
    expect(faults.filter((fault) => /^crash keys 500 [1-9]/.test(fault)).length).toBeGreaterThanOrEqual(3);
    expect(faults.filter((fault) => fault.startsWith('kill keys'))).toHaveLength(1);
    expect(faults.filter((fault) => fault.startsWith('kill verify'))).toHaveLength(1);
    for (const stage of ['components', 'verify', 'ids']) {
      expect(faults.join('\n')).toContain(`crash ${stage}`);
    }
  });

  it('reads columns of tables whatever their names are, and ranks by one of them', async () => {
    const next = random(5);
    const lines = randomLines(next, randomTexts(next, 20), 200, 'd').flatMap((line, i) => {
      const { text, date } = line.startsWith('{') ? JSON.parse(line) : {};
      return typeof text !== 'string'
        ? []
        : [JSON.stringify({ [ID]: `d${i}`, [TEXT]: text, 'crawl-"date" \'s': date ?? '2001-01-01' })];
    });
    const file = join(folder, 'columns.jsonl');
    writeFileSync(file, lines.join('\n'));
    const table = join(folder, 'columns');
    const made = await run(SUBMIT, [...settings(folder, 'local[1]'), TABLES, file, 'parquet', table]);
    expect(made.code, made.output).toBe(0);
    const keep = 'max:crawl-"date" \'s';
    const output = join(folder, 'out-columns');
    const args = ['--format', 'parquet', '--text-field', TEXT, '--id-field', ID, '--keep', keep];
    const got = await submit(folder, 'local[1]', [table, '-o', output, ...args, '--worker', WORKER]);
    expect(got.code, got.output).toBe(0);
    const alone = await dedup(file, { textField: TEXT, idField: ID, keep }).toArray();
    expect(alone.length).toBeGreaterThan(20);
    expect(linesIn(join(output, 'removed')).map((line) => JSON.parse(line))).toEqual(alone);
  });

  it('a field for ids that no document has ends the run with its name', async () => {
    const output = join(folder, 'out-misspelt');
    const args = [input, '-o', output, '--id-field', 'misspelt', '--worker', WORKER];
    const failed = await submit(folder, 'local[1]', args);
    expect(failed.code).not.toBe(0);
    expect(failed.output).toContain('Expected --id-field to be a field that documents have, got `misspelt`.');
    expect(() => readdirSync(output)).toThrow('ENOENT');
  });

  it('fails with the cause if a worker always crashes, and leaves no result', async () => {
    const output = join(folder, 'out-failed');
    const failed = await submit(folder, 'local[1]', [
      input,
      '-o',
      output,
      '--worker',
      `${WORKER} --no-such-option`,
    ]);
    expect(failed.code).not.toBe(0);
    expect(failed.output).toContain("unknown option '--no-such-option'");
    expect(() => readdirSync(output)).toThrow('ENOENT');
  });

  it('a task names what is wrong with its worker, and never gives fewer rows', async () => {
    const { code, output } = await run(PYTHON, [FAULTS, WORKER]);
    expect(code, output).toBe(0);
    const said = JSON.parse(/^\{.*$/m.exec(output)![0]);
    expect(said).toMatchObject({ none: 100, 'none of verify': 99 });
    expect(said.exits).toBe('neardup worker keys: exit code 3');
    expect(said.killed).toBe('neardup worker keys: exit code -9');
    expect(said.hangs).toContain('it neither read nor wrote for 1 s (--stall-seconds)');
    expect(said['prints first']).toContain('its output is no Arrow stream');
    expect(said['prints last']).toContain('more came after the end of its Arrow stream');
    expect(said['disk is full']).toMatch(/spool: EFBIG: file too large.*--temp/s);
    expect(said['no such command']).toContain('/no/such/command');
  });
});

const ID = 'i`d';
const TEXT = 'the "text" of it\'s page';
const TABLES = fileURLToPath(new URL('make_tables.py', import.meta.url));
const FAULTS = fileURLToPath(new URL('worker_faults.py', import.meta.url));

describe.skipIf(isSkipped)('dedup over Spark Connect', () => {
  let server: Awaited<ReturnType<typeof startConnectServer>> | undefined;
  beforeAll(async () => {
    server = await startConnectServer(folder);
  });
  afterAll(() => server?.stop());

  const connected = (output: string, more: object = {}) =>
    dedupOnSpark([input], {
      spark: server!.address,
      sparkWorker: WORKER,
      output: join(folder, output),
      duplicateIds: 'rename',
      ...more,
    });

  it('gives the removed documents, the kept lines and the summary of one machine', async () => {
    const options = {
      ...{ keep: 'longest', against: [reference, reference2], threshold: 0.75, minWords: 3, shingle: 2 },
      ...{ textField: 'text,name', idField: 'id', markup: 'html', stopWords: true, lang: 'en', stems: true },
    };
    const stream = connected('out`connect', options);
    const got = await stream.toArray();
    const { removed, summary } = await onOneMachine(options);
    expect(got).toEqual(removed);
    expect(await stream.summary).toMatchObject(summary);
    expect(linesIn(join(folder, 'out`connect', 'kept')).length).toBe(summary.kept);
    expect(linesIn(join(folder, 'out`connect', 'removed')).map((line) => JSON.parse(line))).toEqual(removed);
    const renamed = new Set(removed.map(({ id }) => id));
    expect(renamed.size).toBe(removed.length);
    expect((await keptLines(options)).length).toBe(summary.kept);
  });

  it('refuses the work folder of other options', async () => {
    const other = connected('out`connect', { keep: 'shortest' }).toArray();
    await expect(other).rejects.toThrow('has the tables of another run');
  });

  it('a server that cannot be reached is named, without the token of its address', async () => {
    const spark = 'sc://127.0.0.1:1/;token=secret';
    await expect(connected('out-none', { spark }).toArray()).rejects.toThrow(
      /^Spark at sc:\/\/127\.0\.0\.1:1 cannot be reached: connect ECONNREFUSED [^;]*$/,
    );
  });

  it.each([
    [`${WORKER} --no-such-option`, "exit code 2: error: unknown option '--no-such-option'"],
    [shell('kill -9 $$'), 'neardup worker keys: exit code 137'],
    [`timeout 1 ${shell('sleep 1000')}`, 'exit code 124: its time was over'],
    [shell('echo hello; exec "$@"'), 'MALFORMED_RECORD'],
    [shell('"$@"; echo good-bye'), 'MALFORMED_RECORD'],
    // in the middle of a line
    [shell('printf "{"; echo Out of memory >&2; exit 5'), 'neardup worker keys: exit code 5: Out of memory'],
  ])('a run fails with what is wrong with its worker: %s', async (sparkWorker, cause) => {
    await expect(connected('out-none', { sparkWorker }).toArray()).rejects.toThrow(cause);
  });
});

function shell(script: string): string {
  return `bash -c '${script}' - ${WORKER}`;
}
