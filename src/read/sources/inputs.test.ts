import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Source } from '../../read.ts';
import { collect, DEFAULTS } from '../contract.cases.ts';
import { readSources } from '../read-sources.ts';
import { openSources } from './inputs.ts';

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'neardup-inputs-'));
  chmodSync(cwd, 0o755);
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function files(contents: Record<string, string>): void {
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
}

const open = (...inputs: string[]) => openSources(inputs, { cwd });
const names = async (...inputs: string[]) => (await open(...inputs)).sources.map(({ name }) => name);

async function content(source: Source): Promise<string> {
  return Buffer.concat(await collect(source.open())).toString();
}

describe('openSources', () => {
  it('keeps the order of the inputs and sorts inside folders and globs', async () => {
    files({
      'z.txt': '',
      'd/b.txt': '',
      'd/a/x.txt': '',
      'd/a.txt': '',
      'd/Я.txt': '',
      'g/2.txt': '',
      'g/1.txt': '',
    });
    expect(await names('z.txt', 'd', 'g/*.txt')).toEqual([
      'z.txt',
      'd/a.txt',
      'd/a/x.txt',
      'd/b.txt',
      'd/Я.txt',
      'g/1.txt',
      'g/2.txt',
    ]);
  });

  it('gives name, absolute path, size and the same bytes every time', async () => {
    files({ 'a.txt': 'hello' });
    const { sources } = await open('./a.txt');
    expect(sources[0]).toMatchObject({ name: './a.txt', size: 5 });
    expect(sources[0].path).toBe(join(cwd, 'a.txt'));
    expect(await content(sources[0])).toBe('hello');
    expect(await content(sources[0])).toBe('hello');
  });

  it('reads a file once, however often and by whatever way it is named', async () => {
    files({ 'd/a.txt': '', 'd/b.txt': '' });
    symlinkSync(join(cwd, 'd/a.txt'), join(cwd, 'd/link.txt'));
    expect(await names('d/b.txt', './d/b.txt', join(cwd, 'd/b.txt'), 'd', 'd/', 'd/*')).toEqual([
      'd/b.txt',
      'd/a.txt',
    ]);
  });

  it('leaves out dot-files, linked folders, pipes and sockets inside folders', async () => {
    files({ 'd/a.txt': '', 'd/.hidden': '', 'd/.git/x.txt': '', 'e/x.txt': '' });
    symlinkSync(join(cwd, 'e'), join(cwd, 'd/linked'));
    symlinkSync(cwd, join(cwd, 'd/loop'));
    execFileSync('mkfifo', [join(cwd, 'd/pipe')]);
    expect(await open('d')).toMatchObject({ sources: [{ name: 'd/a.txt' }], problems: [] });
    expect(await names('d/**')).toEqual(['d/a.txt']);
  });

  it('takes dot-files and linked folders that were named', async () => {
    files({ '.hidden': '', 'e/x.txt': '' });
    symlinkSync(join(cwd, 'e'), join(cwd, 'linked'));
    expect(await names('.hidden', 'linked')).toEqual(['.hidden', 'linked/x.txt']);
  });

  it('prefers a file to the glob that its name would be', async () => {
    files({ 'report[1].txt': '', 'report1.txt': '' });
    expect(await names('report[1].txt')).toEqual(['report[1].txt']);
    expect(await names(`${cwd}/report?.txt`)).toEqual([`${cwd}/report1.txt`]);
  });

  it('raises INPUT_NOT_FOUND for a path that is not there and a glob that matches nothing', async () => {
    files({ 'a.txt': '' });
    await expect(open('a.txt', 'nowhere')).rejects.toMatchObject({
      code: 'INPUT_NOT_FOUND',
      message: 'There is no file or folder `nowhere`.',
    });
    await expect(open('a.txt/b')).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
    await expect(open('*.pdf')).rejects.toMatchObject({
      code: 'INPUT_NOT_FOUND',
      message: 'No file matches `*.pdf`.',
    });
    await expect(open('s3a://bucket/*.jsonl')).rejects.toMatchObject({
      code: 'INPUT_NOT_FOUND',
      message: expect.stringContaining('got one with `s3a://`'),
      advice: 'Write `s3://`.',
    });
    await expect(open()).rejects.toMatchObject({ code: 'NO_INPUT' });
  });

  it('reports an empty folder, and continues', async () => {
    files({ 'a.txt': '', 'd/.hidden': '' });
    const { sources, problems } = await open('d', 'a.txt');
    expect(sources.map(({ name }) => name)).toEqual(['a.txt']);
    expect(problems).toEqual([{ source: 'd', reason: expect.stringContaining('no files to read') }]);
  });

  it('reports a dangling link in a folder and continues', async () => {
    files({ 'd/a.txt': '' });
    symlinkSync(join(cwd, 'nowhere'), join(cwd, 'd/link'));
    const { sources, problems } = await open('d');
    expect(sources).toHaveLength(1);
    expect(problems).toEqual([
      { source: 'd/link', reason: 'Cannot be read: there is no such file or folder.' },
    ]);
  });

  // root could open everything: the process runs as another user during the call
  it('reports folders and files without permission and reads the rest', async () => {
    files({ 'd/a.txt': 'a', 'd/locked.txt': 'b', 'd/closed/c.txt': 'c' });
    chmodSync(join(cwd, 'd/locked.txt'), 0);
    chmodSync(join(cwd, 'd/closed'), 0);
    const root = process.getuid?.() === 0;
    if (root) process.seteuid?.(65534);
    try {
      const { sources, problems } = await open('d', 'd/closed/c.txt');
      const items = await collect(readSources(sources, DEFAULTS));
      const denied = 'Cannot be read: permission denied.';
      expect(problems).toEqual([
        { source: 'd/closed/', reason: denied },
        { source: 'd/closed/c.txt', reason: denied },
      ]);
      expect(items.map(({ place, item }) => [place.source, item.problem])).toEqual([
        ['d/a.txt', undefined],
        ['d/locked.txt', denied],
      ]);
    } finally {
      if (root) process.seteuid?.(0);
      chmodSync(join(cwd, 'd/closed'), 0o755);
    }
  });

  it('keeps standard input, so that it can be read twice, and leaves nothing behind', async () => {
    async function* stdin() {
      yield Buffer.from('one\n');
      yield Buffer.from('two\n');
    }
    const temp = mkdtempSync(join(cwd, 'temp-'));
    const { sources, close } = await openSources(['-', '-'], { stdin: stdin(), temp });
    expect(sources).toMatchObject([{ name: 'standard input', size: 8 }]);
    expect(await content(sources[0])).toBe('one\ntwo\n');
    expect(await content(sources[0])).toBe('one\ntwo\n');
    await close();
    expect(readdirSync(temp)).toEqual([]);
  });

  it('says where standard input could not be kept', async () => {
    async function* stdin() {
      yield Buffer.from('x');
    }
    await expect(openSources(['-'], { stdin: stdin(), temp: join(cwd, 'nowhere') })).rejects.toMatchObject({
      code: 'WRITE_FAILED',
      message: expect.stringContaining('nowhere'),
    });
  });

  it('reports standard input that breaks off', async () => {
    // biome-ignore lint/correctness/useYield: fails before its first chunk
    async function* stdin(): AsyncGenerator<Uint8Array> {
      throw Object.assign(new Error('read EIO'), { code: 'EIO' });
    }
    const { sources, problems } = await openSources(['-'], { stdin: stdin(), temp: cwd });
    expect(sources).toEqual([]);
    expect(problems).toEqual([{ source: 'standard input', reason: 'Cannot be read: read EIO.' }]);
  });

  it('reads a pipe that was named, twice', async () => {
    const pipe = join(cwd, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', `echo hello > ${pipe}`]);
    const { sources, close } = await open('pipe');
    expect(sources[0].name).toBe('pipe');
    expect(await content(sources[0])).toBe('hello\n');
    expect(await content(sources[0])).toBe('hello\n');
    await close();
    expect(writer.exitCode ?? 0).toBe(0);
  });
});
