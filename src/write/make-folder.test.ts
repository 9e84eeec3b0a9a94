import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder: string;
let before: string;

beforeEach(() => {
  before = process.cwd();
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'neardup-folder-')));
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

// Node answers a relative path with a relative one: its one letter was compared with the length of whole paths, for ever
it('a folder with a relative name of one letter is made, and the call ends', async () => {
  await makeFolder('d');
  expect(existsSync(join(folder, 'd'))).toBe(true);
});

it('a folder is made with those above it, and one that is there already is left alone', async () => {
  await makeFolder('d/e/f');
  await makeFolder('d/e/f');
  expect(existsSync(join(folder, 'd', 'e', 'f'))).toBe(true);
});

it('a folder at an address is refused, and none is made here', async () => {
  await expect(makeFolder('s3://bucket/folder')).rejects.toThrow('Expected a folder on this machine');
  expect(existsSync(join(folder, 's3:'))).toBe(false);
});
