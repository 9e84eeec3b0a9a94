import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atomicFile } from './atomic-file.ts';
import { machine } from './leftovers.ts';
import { lockFolder } from './lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The number of a process that has ended. */
const ended = () => spawnSync(process.execPath, ['-e', '']).pid;

/** A process that locks the folder, says so, and waits to be killed. In another network namespace it is as good as in another container. */
async function holder(namespace: readonly string[] = []) {
  const script = `
    import { lockFolder } from ${JSON.stringify(new URL('../../dist/write/index.js', import.meta.url).href)};
    await lockFolder(${JSON.stringify(folder)}).then(() => console.log('held'), (error) => console.log(error.code));
    setInterval(() => {}, 1000);`;
  const [command, ...args] = [...namespace, process.execPath, '--input-type=module', '-e', script];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const said = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data).trim())),
  );
  const kill = async () => {
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
  };
  return { said, kill };
}

const write = (name: string, content: string) => writeFileSync(join(folder, `writer.${name}.lock`), content);

describe('a lock', () => {
  it('refuses a second writer, and says who holds it and what to do', async () => {
    const unlock = await lockFolder(folder);
    const error = await lockFolder(folder).catch((caught) => caught);
    expect(error.code).toBe('LOCKED');
    expect(error.message).toMatch(new RegExp(`Process ${process.pid} has been writing .* since 20\\d\\d-`));
    expect(error.advice).toMatch(/try again/);
    unlock();
    (await lockFolder(folder))();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a lock is given to one writer at most if many ask at once', async () => {
    const taken = await Promise.allSettled(Array.from({ length: 6 }, () => lockFolder(folder)));
    const held = taken.filter(({ status }) => status === 'fulfilled');
    expect(held.length).toBeLessThanOrEqual(1);
    for (const result of taken) if (result.status === 'fulfilled') result.value();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a lock of a killed process is free at once', async () => {
    const { said, kill } = await holder();
    expect(said).toBe('held');
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'LOCKED' });
    await kill();
    expect(readdirSync(folder)).toHaveLength(2);
    (await lockFolder(folder))();
    expect(readdirSync(folder)).toEqual([]);
  });

  const unshare = ['unshare', '--map-root-user', '--net', '--pid', '--fork', '--kill-child'];
  const hasNamespaces = spawnSync(unshare[0], [...unshare.slice(1), 'true']).status === 0;
  it.skipIf(!hasNamespaces)('holds between containers that share the folder', async () => {
    const { said, kill } = await holder(unshare);
    expect(said).toBe('held');
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'LOCKED' });
    await kill();
    const unlock = await lockFolder(folder);
    const second = await holder(unshare);
    expect(second.said).toBe('LOCKED');
    await second.kill();
    unlock();
  });

  it('works in a folder whose path is longer than that of a socket may be', async () => {
    const long = join(folder, 'x'.repeat(150));
    mkdirSync(long);
    const unlock = await lockFolder(long);
    await expect(lockFolder(long)).rejects.toMatchObject({ code: 'LOCKED' });
    unlock();
    (await lockFolder(long))();
  });

  it('a lock of before the machine was started again is taken over', async () => {
    write(
      '0123456789ab',
      JSON.stringify({ pid: 1, machine: machine(), boot: 'before', socket: 'x', since: 'x' }),
    );
    (await lockFolder(folder))();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a lock of another machine is respected while it is touched', async () => {
    expect(machine()).not.toBe(hostname());
    write('0123456789ab', JSON.stringify({ pid: 1, machine: 'other', boot: 'other', socket: 'x' }));
    let now = 1_000;
    const touching = setInterval(() => utimesSync(join(folder, 'writer.0123456789ab.lock'), now, ++now), 5);
    await expect(lockFolder(folder, { leaseMs: 300 })).rejects.toThrow('Another machine');
    clearInterval(touching);
  });

  it('a lock of another machine that has ended, or that cannot be read, is removed after a while', async () => {
    for (const content of [
      JSON.stringify({ pid: 1, machine: 'other', boot: 'other', socket: 'x' }),
      '',
      'null',
    ]) {
      write('0123456789ab', content);
      (await lockFolder(folder, { leaseMs: 20 }))();
      expect(readdirSync(folder)).toEqual([]);
    }
  });
});

describe('temporary files', () => {
  it('temporary files of a killed run are removed by the next one; those of running processes and others stay', async () => {
    const name = (pid: number, host = machine()) => `.out.jsonl.neardup-${host}-${pid}-0123456789ab.tmp`;
    const kept = [name(process.pid), name(ended(), '00000000'), 'out.jsonl.tmp'];
    for (const file of [name(ended()), ...kept]) writeFileSync(join(folder, file), 'x');
    const output = await atomicFile(join(folder, 'out.jsonl'));
    await output.commit();
    expect(readdirSync(folder).sort()).toEqual([...kept, 'out.jsonl'].sort());
  });
});
