import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import typescript from 'typescript';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { abortAll, atomicFile } from './atomic-file.ts';

const WRITE_MODULES = [
  'atomic-file',
  'compress',
  'foreign-links',
  'leftovers',
  'remote-output',
  'sync-folder',
  'unfinished',
  'write-failed',
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-atomic-'));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a file that is committed', () => {
  it('holds exactly the chunks written, of any kind and size', async () => {
    const chunk = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.uint8Array({ maxLength: 300 }),
      fc.integer({ min: 0, max: 700_000 }).map((n) => 'ґ'.repeat(n / 2)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 12 }), fc.boolean(), async (chunks, gzip) => {
        const path = join(folder, 'any');
        const file = await atomicFile(path, { gzip });
        for (const each of chunks) await file.write(each);
        await file.commit();
        const expected = Buffer.concat(chunks.map((each) => Buffer.from(each as Uint8Array)));
        const stored = readFileSync(path);
        expect((gzip ? gunzipSync(stored) : stored).equals(expected)).toBe(true);
      }),
      { numRuns: 40 },
    );
    expect(readdirSync(folder)).toEqual(['any']);
  });

  it('keeps the order of chunks when the writer does not wait', async () => {
    const path = join(folder, 'order.txt');
    const file = await atomicFile(path);
    const lines = Array.from({ length: 100_000 }, (_, i) => `line ${i}\n`);
    for (const line of lines) void file.write(line);
    await file.commit();
    expect(readFileSync(path, 'utf8')).toBe(lines.join(''));
  });

  it('takes a copy of every chunk, so that the caller may reuse its memory', async () => {
    const path = join(folder, 'copy.txt');
    const file = await atomicFile(path);
    const memory = new Uint8Array(new SharedArrayBuffer(300_000)).fill(97);
    const waiting = file.write(memory);
    memory.fill(98);
    await waiting;
    await file.commit();
    expect(readFileSync(path, 'utf8')).toBe('a'.repeat(300_000));
  });

  it('a file that is committed is gzip-compressed if the path ends in .gz, the same bytes every time', async () => {
    const written: Buffer[] = [];
    for (const name of ['a.jsonl.gz', 'b.jsonl.gz']) {
      const file = await atomicFile(join(folder, name));
      for (let i = 0; i < 50_000; i++) await file.write(`{"id":${i}}\n`);
      await file.commit();
      written.push(readFileSync(join(folder, name)));
    }
    expect(gunzipSync(written[0]).toString().split('\n').length).toBe(50_001);
    expect(written[0].equals(written[1])).toBe(true);
  });

  it('replaces an earlier file, and the file that a link points to rather than the link', async () => {
    writeFileSync(join(folder, 'real.txt'), 'old');
    symlinkSync('real.txt', join(folder, 'link.txt'));
    const file = await atomicFile(join(folder, 'link.txt'));
    await file.write('new');
    expect(readFileSync(join(folder, 'real.txt'), 'utf8')).toBe('old');
    await file.commit();
    expect(readFileSync(join(folder, 'real.txt'), 'utf8')).toBe('new');
    expect(lstatSync(join(folder, 'link.txt')).isSymbolicLink()).toBe(true);
  });

  it('a file that is committed may be /dev/null, which stays what it is', async () => {
    const file = await atomicFile('/dev/null');
    await file.write('gone');
    await file.commit();
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it('a file that is committed may have the longest name the file system takes', async () => {
    const path = join(folder, `${'n'.repeat(250)}.txt`);
    const file = await atomicFile(path);
    await file.commit();
    expect(existsSync(path)).toBe(true);
  });
});

describe('a file that is not committed', () => {
  it('a file that is not committed is nowhere to be seen under its name, and abort removes every trace', async () => {
    const path = join(folder, 'out.txt');
    const file = await atomicFile(path);
    await file.write('x'.repeat(600_000));
    expect(existsSync(path)).toBe(false);
    await file.abort();
    await file.abort();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves an earlier file of that name as it was', async () => {
    const path = join(folder, 'out.txt');
    writeFileSync(path, 'earlier');
    const file = await atomicFile(path);
    await file.write('later');
    await file.abort();
    expect(readFileSync(path, 'utf8')).toBe('earlier');
  });

  it('a file that is not committed has not its name yet when it is prepared, and may still be aborted', async () => {
    for (const name of ['one.txt', 'two.txt.gz']) {
      const file = await atomicFile(join(folder, name));
      await file.write('all of it');
      await file.prepare();
      await file.prepare();
      expect(existsSync(join(folder, name))).toBe(false);
      if (name === 'one.txt') await file.commit();
      else await file.abort();
    }
    expect(readdirSync(folder)).toEqual(['one.txt']);
  });

  it('a file that is not committed is not touched by an abort that comes after the commit', async () => {
    const path = join(folder, 'out.txt');
    const file = await atomicFile(path);
    await file.write('stays');
    await file.commit();
    await file.abort();
    expect(readFileSync(path, 'utf8')).toBe('stays');
  });

  it('a file that is not committed is removed by abortAll at once, and cannot be committed after it', async () => {
    const file = await atomicFile(join(folder, 'one.txt'));
    const other = await atomicFile(join(folder, 'two.txt.gz'));
    await file.write('x'.repeat(300_000));
    abortAll();
    expect(readdirSync(folder)).toEqual([]);
    await expect(file.commit()).rejects.toMatchObject({ code: 'INTERRUPTED' });
    await other.abort();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a file that is not committed never has its final name when the process is killed in the middle', async () => {
    const out = join(folder, 'out');
    mkdirSync(out);
    const program = `
      import { atomicFile } from ${JSON.stringify(compiled(join(folder, 'js')))};
      const file = await atomicFile(${JSON.stringify(join(out, 'big.txt'))});
      for (let i = 0; ; i++) {
        await file.write('x'.repeat(100_000));
        if (i === 50) process.stdout.write('going\\n');
        if (i > 50) await new Promise((resolve) => setTimeout(resolve, 5));
      }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    // a program that cannot start says nothing
    await Promise.race([once(child.stdout, 'data'), ended]);
    child.kill('SIGKILL');
    await ended;
    const left = readdirSync(out);
    expect(left).toHaveLength(1);
    expect(left[0]).toMatch(/^\.big\.txt\.neardup-[0-9a-f]{8}-\d+-[0-9a-f]+\.tmp$/);
  });
});

describe('a file that cannot be written', () => {
  it('a file that cannot be written is refused with the missing folder named', async () => {
    await expect(atomicFile(join(folder, 'no', 'out.txt'))).rejects.toMatchObject({
      code: 'WRITE_FAILED',
      message: `Cannot write \`${join(folder, 'no', 'out.txt')}\`: the folder \`${join(folder, 'no')}\` does not exist.`,
    });
  });

  it('a file that cannot be written is refused if the path is a folder, or leads through a file', async () => {
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'file'), '');
    await expect(atomicFile(join(folder, 'sub'))).rejects.toThrow('it is a folder');
    await expect(atomicFile(join(folder, 'file', 'x'))).rejects.toThrow('is not a folder');
  });

  it('says that permission is denied', async () => {
    const path = join(folder, 'closed', 'out.txt');
    mkdirSync(join(folder, 'closed'), { mode: 0o555 });
    const superuser = process.geteuid?.() === 0;
    if (superuser) process.seteuid?.(65_534); // the superuser may write anywhere
    try {
      await expect(atomicFile(path)).rejects.toThrow(`Cannot write \`${path}\`: permission denied.`);
    } finally {
      if (superuser) process.seteuid?.(0);
    }
  });

  it.skipIf(!canMount())('says that the disk is full, and leaves nothing on it', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status).toBe(0);
    try {
      for (const size of [100_000, 3_000_000]) {
        for (const name of ['out.txt', 'out.txt.gz']) {
          const file = await atomicFile(join(disk, name));
          const fill = async () => {
            for (let i = 0; i < size; i += 50_000) await file.write(noise(50_000));
            await file.commit();
          };
          await expect(fill()).rejects.toMatchObject({
            code: 'WRITE_FAILED',
            message: `Cannot write \`${join(disk, name)}\`: no space left on the device.`,
          });
          await file.abort();
          expect(readdirSync(disk)).toEqual([]);
        }
      }
    } finally {
      spawnSync('umount', [disk]);
    }
  });
});

/** The module under test as plain JavaScript, for a process of its own. */
function compiled(to: string): string {
  const sources = fileURLToPath(new URL('../', import.meta.url));
  const options = { target: 9, module: 99, rewriteRelativeImportExtensions: true };
  mkdirSync(join(to, 'write'), { recursive: true });
  writeFileSync(join(to, 'package.json'), '{"type":"module"}');
  for (const name of [
    'errors',
    'remote-address',
    'wording',
    ...WRITE_MODULES.map((module) => `write/${module}`),
  ]) {
    const source = readFileSync(join(sources, `${name}.ts`), 'utf8');
    writeFileSync(
      join(to, `${name}.js`),
      typescript.transpileModule(source, { compilerOptions: options }).outputText,
    );
  }
  return pathToFileURL(join(to, 'write/atomic-file.js')).href;
}

/** Bytes that do not compress. */
function noise(size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  return crypto.getRandomValues(bytes);
}

function canMount(): boolean {
  const probe = mkdtempSync(join(tmpdir(), 'neardup-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe]).status === 0;
  if (mounted) spawnSync('umount', [probe]);
  else console.warn('skipped: the full disk, because this user may not mount a small tmpfs');
  rmSync(probe, { recursive: true, force: true });
  return mounted;
}
