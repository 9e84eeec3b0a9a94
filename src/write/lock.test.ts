import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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

describe('a lock', () => {
  it('refuses a second writer, and says who holds it and what to do', () => {
    const unlock = lockFolder(folder);
    let error: { code?: string; message?: string } = {};
    try {
      lockFolder(folder);
    } catch (caught) {
      error = caught as Error;
    }
    expect(error.code).toBe('LOCKED');
    expect(error.message).toMatch(new RegExp(`Process ${process.pid} has been writing .* since 20\\d\\d-`));
    unlock();
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a process that has ended is taken over', () => {
    const holder = { pid: ended(), machine: machine(), since: '2026-01-01' };
    writeFileSync(join(folder, 'writer.lock'), JSON.stringify(holder));
    lockFolder(folder)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of another machine, or that cannot be read, is left alone', () => {
    expect(machine()).not.toBe(hostname());
    for (const content of [JSON.stringify({ pid: 1, machine: 'other', since: 'x' }), '', 'null']) {
      writeFileSync(join(folder, 'writer.lock'), content);
      expect(() => lockFolder(folder)).toThrow('Another machine');
    }
    expect(readdirSync(folder)).toEqual(['writer.lock']);
  });
});

describe('temporary files', () => {
  it('of a killed run are removed by the next one; those of running processes and others stay', async () => {
    const name = (pid: number, host = machine()) => `.out.jsonl.neardup-${host}-${pid}-0123456789ab.tmp`;
    const kept = [name(process.pid), name(ended(), '00000000'), 'out.jsonl.tmp'];
    for (const file of [name(ended()), ...kept]) writeFileSync(join(folder, file), 'x');
    const output = await atomicFile(join(folder, 'out.jsonl'));
    await output.commit();
    expect(readdirSync(folder).sort()).toEqual([...kept, 'out.jsonl'].sort());
  });
});
