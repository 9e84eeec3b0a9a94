/** Runs of `trim` and `decontaminate` that end while their temporary files are written: a full disk, a kill. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { folder, neardup, start } from './run-neardup.ts';

const FOOTER = Array.from({ length: 60 }, (_, i) => `foot${i}`).join(' ');

/** Lines of documents, each with words of its own, and a footer that all have. */
function documents(count: number, footer = FOOTER): string {
  const own = (i: number) =>
    Array.from({ length: 80 }, (_, k) => `w${(i * 7919 + k * 104_729) % 100_003}`).join(' ');
  return Array.from({ length: count }, (_, i) => `{"id":"d${i}","text":"${own(i)}. ${footer}."}\n`).join('');
}

/** A folder with an input, a reference, and folders for outputs and temporary files. */
function prepared(count: number): { dir: string; out: string; temp: string; input: string } {
  const dir = folder({ 'in.jsonl': documents(count), 'ref.jsonl': documents(200, '') });
  const [out, temp] = ['out', 'temp'].map((name) => join(dir, name));
  for (const path of [out, temp]) mkdirSync(path);
  return { dir, out, temp, input: join(dir, 'in.jsonl') };
}

/** What a run is called with besides its input, its output and where temporary files go. */
const RUNS: readonly (readonly [verb: string, others: (dir: string) => string[]])[] = [
  ['trim', () => []],
  ['trim --known', (dir) => ['--known', join(dir, 'out', 'known')]],
  ['trim --against', (dir) => ['--against', join(dir, 'ref.jsonl')]],
  ['decontaminate --against', (dir) => ['--against', join(dir, 'ref.jsonl')]],
];

/** Files in a folder and in those below it, hidden ones too. */
function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name);
}

describe('a full disk while temporary files are written', () => {
  for (const [name, others] of RUNS) {
    test(`${name} ends with no output and no temporary file, and says which option helps`, async (context) => {
      const { dir, out, temp, input } = prepared(1500);
      const [verb] = name.split(' ');
      // the first size is too small for the canonical texts, the second one for what trim finds in them
      for (const size of verb === 'trim' ? ['64k', '2m'] : ['64k']) {
        try {
          execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', temp], { stdio: 'ignore' });
        } catch {
          context.skip('no file system can be mounted here');
        }
        try {
          const args = [verb, input, '-o', join(out, 'o.jsonl'), '--temp', temp, ...others(dir)];
          const { code, stderr } = await neardup(args);
          expect(stderr).toMatch(/no space left on the device\.\n.*several times as much disk.*`--temp`/);
          expect(code).toBe(2);
          expect(filesIn(out)).toEqual([]);
          expect(readdirSync(temp)).toEqual([]);
        } finally {
          execFileSync('umount', [temp]);
        }
      }
    });
  }
});

/** Waits until a process has this number of temporary files open. */
async function untilSpooled(pid: number, files: number): Promise<void> {
  const opened = () =>
    readdirSync(`/proc/${pid}/fd`).filter((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`).includes('.spool');
      } catch {
        // it was closed just now
        return false;
      }
    });
  while (opened().length < files) await sleep(1);
}

describe.skipIf(process.platform !== 'linux')('a kill while temporary files are written', () => {
  for (const [name, others] of RUNS) {
    test(`a killed ${name} leaves nothing under a final name and no temporary data, and the next run is as if it had not been`, async () => {
      const { dir, out, temp, input } = prepared(4000);
      const [verb] = name.split(' ');
      const args = [verb, input, '-o', join(out, 'o.jsonl'), '--temp', temp, ...others(dir)];
      const { child, finished } = start(args);
      // trim is looking for repeats then
      await untilSpooled(child.pid!, verb === 'trim' ? 2 : 1);
      child.kill('SIGKILL');
      await finished;
      expect(child.signalCode).toBe('SIGKILL');
      // the name of a file goes before anything is in it
      expect(readdirSync(temp).filter((file) => statSync(join(temp, file)).size > 0)).toEqual([]);
      expect(filesIn(out).filter((file) => !/\.tmp$|^writer\./.test(file))).toEqual([]);
      expect((await neardup(args)).code).toBe(0);
      const left = filesIn(out).sort();
      const fresh = prepared(4000);
      const again = [verb, fresh.input, '-o', join(fresh.out, 'o.jsonl'), ...others(fresh.dir)];
      expect((await neardup(again)).code).toBe(0);
      expect(left).toEqual(filesIn(fresh.out).sort());
      for (const path of [out, fresh.out].map((each) => join(each, 'o.jsonl')))
        expect(readFileSync(path).length).toBeGreaterThan(0);
      expect(readFileSync(join(out, 'o.jsonl')).equals(readFileSync(join(fresh.out, 'o.jsonl')))).toBe(true);
    });
  }
});
