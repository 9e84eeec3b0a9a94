/** Signals sent to real processes: the command ends at once whatever it does, and nothing of it lives on. */
import { execFileSync, type SpawnOptions } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { folder, start } from './run-neardup.ts';

const INTERRUPTED = 130;
const LINUX = process.platform === 'linux';

/** Makes the main thread do `work` as soon as the thread beside it listens, and say so on standard output. */
function watched(work: string): SpawnOptions {
  const code = `import { writeSync } from 'node:fs';
    let listened = false;
    const timer = setInterval(() => {
      listened ||= process.listenerCount('SIGINT') > 0;
      if (!listened || process.listenerCount('SIGINT') > 0) return;
      clearInterval(timer);
      writeSync(1, 'watched');
      ${work}
    }, 1);`;
  const module = `data:text/javascript,${encodeURIComponent(code)}`;
  return { env: { ...process.env, NODE_OPTIONS: `--import ${module}` } };
}

const COMPUTE = 'for (;;);';
const WAIT = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

function startBlocked(work: string) {
  const dir = folder({ 'a.jsonl': '{"id":"1","text":"a b"}\n' });
  const out = join(dir, 'out.jsonl');
  const run = start(['dedup', '-', '-o', out], watched(work));
  return { ...run, dir };
}

/** An RTF file whose extraction takes longer than these tests. */
function slowDocument(): string {
  return join(folder({ 'slow.rtf': `{\\rtf1 ${'{\\b a}'.repeat(16e6)}}` }), 'slow.rtf');
}

/** The process in which a command extracts, once it is in the middle of a document. */
async function busyWorkerOf(pid: number): Promise<string> {
  const children = () => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  await until(() => children() !== '');
  const [worker] = children().split(' ');
  // starting takes less than half a second of processor time
  const TICKS = 50;
  await until(() => Number(readFileSync(`/proc/${worker}/stat`, 'utf8').split(' ')[13]) > TICKS);
  return worker;
}

/** Waits until something is true; the test's own limit ends it. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10);
}

describe('a signal', () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    test(`${signal} ends a command whose main thread computes, with exit code 130 and no file left`, async () => {
      const { child, finished, dir } = startBlocked(COMPUTE);
      await new Promise((resolve) => child.stdout!.once('data', resolve));
      child.kill(signal);
      const { code, stderr } = await finished;
      expect(stderr).toMatch(/^\nneardup: interrupted.*\n$/);
      expect(code).toBe(INTERRUPTED);
      expect(readdirSync(dir)).toEqual(['a.jsonl']);
    });
  }

  test('ends a command whose main thread waits for another thread', async () => {
    const { child, finished } = startBlocked(WAIT);
    await new Promise((resolve) => child.stdout!.once('data', resolve));
    child.kill('SIGTERM');
    expect((await finished).code).toBe(INTERRUPTED);
  });

  test('ends a command that computes on its main thread from the beginning', async () => {
    const line = (i: number) => JSON.stringify({ id: `d${i}`, text: `w${i} `.repeat(400) });
    const input = folder({ 'a.jsonl': Array.from({ length: 20_000 }, (_, i) => line(i)).join('\n') });
    const { child, finished } = start([
      'pairs',
      join(input, 'a.jsonl'),
      '--engine',
      'scalar',
      '--threads',
      '1',
    ]);
    await new Promise((resolve) => child.stderr!.once('data', resolve));
    child.kill('SIGTERM');
    expect((await finished).code).toBe(INTERRUPTED);
  });

  test('ends a command whose one thread is the main thread', async () => {
    const common = Array.from({ length: 40 }, (_, i) => `common${i}`).join(' ');
    const line = (i: number) => JSON.stringify({ id: `d${i}`, text: `${common} a${i} b${i} c${i}` });
    const input = folder({ 'a.jsonl': Array.from({ length: 20_000 }, (_, i) => line(i)).join('\n') });
    const exact = ['--method', 'exact', '--threshold', '0.95', '--threads', '1'];
    const { child, finished } = start(['pairs', join(input, 'a.jsonl'), ...exact]);
    await new Promise((resolve) => child.stderr!.once('data', resolve));
    child.kill('SIGTERM');
    expect((await finished).code).toBe(INTERRUPTED);
  });

  test('a signal that comes a second time ends a command at once', async () => {
    const { child, finished } = startBlocked(WAIT);
    await new Promise((resolve) => child.stdout!.once('data', resolve));
    child.kill('SIGINT');
    // two that come before a process runs again are one
    const again = setInterval(() => child.kill('SIGINT'), 20);
    await finished.finally(() => clearInterval(again));
    // what a shell calls 130
    expect(child.signalCode).toBe('SIGINT');
  });

  test.skipIf(process.platform === 'win32')('ends a command that waits for a named pipe', async () => {
    const dir = folder();
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    const { child, finished } = start(['text', join(dir, 'pipe')], watched(''));
    await new Promise((resolve) => child.stdout!.once('data', resolve));
    child.kill('SIGINT');
    const { code, stderr } = await finished;
    expect(stderr).toMatch(/interrupted/);
    expect(code).toBe(INTERRUPTED);
  });

  test.skipIf(!LINUX)(
    'a signal to the whole process group is told once, and ends the extraction',
    async () => {
      const { child, finished } = start(['text', slowDocument()], { ...watched(''), detached: true });
      // in its first second a command leaves the answer to the system
      const listens = new Promise((resolve) => child.stdout!.once('data', resolve));
      const worker = await busyWorkerOf(child.pid!);
      await listens;
      process.kill(-child.pid!, 'SIGINT');
      const { code, stderr } = await finished;
      expect(stderr).toBe('\nneardup: interrupted.\n');
      expect(code).toBe(INTERRUPTED);
      await until(() => !existsSync(`/proc/${worker}`));
    },
  );

  test.skipIf(!LINUX)(
    'a signal that kills the command ends its extraction in the middle of a document',
    async () => {
      const { child, finished } = start(['text', slowDocument(), '--document-seconds', '600']);
      const worker = await busyWorkerOf(child.pid!);
      child.kill('SIGKILL');
      await finished;
      await until(() => !existsSync(`/proc/${worker}`));
    },
  );
});

test.skipIf(process.platform === 'win32')('a named pipe is read to its end', async () => {
  const dir = folder();
  const pipe = join(dir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { finished } = start(['text', pipe]);
  execFileSync('sh', ['-c', `{ printf 'one two'; sleep .2; printf ' three'; } > '${pipe}'`]);
  const { code, stdout } = await finished;
  expect(stdout).toContain('one two three');
  expect(code).toBe(0);
});
