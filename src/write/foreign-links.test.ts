import { chmodSync, lchownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { atomicFile } from './atomic-file.ts';
import { checkLinks } from './foreign-links.ts';

const isRoot = process.geteuid?.() === 0;
const ME = 0;
const OTHER = 12_345;

let folder: string;
let shared: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-links-'));
  shared = join(folder, 'shared');
  mkdirSync(shared);
  mkdirSync(join(folder, 'mine'));
  chmodSync(shared, 0o1777);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A link in the shared folder. */
function link(name: string, target: string, owner: number): string {
  const path = join(shared, name);
  symlinkSync(target, path);
  lchownSync(path, owner, owner);
  return path;
}

// only root can make links of others
it.skipIf(!isRoot)(
  'a link of another user in a shared folder is not followed, wherever it is in a path',
  async () => {
    const target = join(folder, 'mine', 'out.csv');
    const foreign = link('out.csv', target, OTHER);
    await expect(atomicFile(foreign)).rejects.toMatchObject({
      code: 'WRITE_FAILED',
      message: expect.stringContaining('a link of another user'),
      advice: expect.stringContaining('Name the file that the link points to'),
    });
    const between = join(link('between', join(folder, 'mine'), OTHER), 'out.csv');
    symlinkSync(foreign, join(folder, 'mine', 'second'));
    for (const path of [between, join(folder, 'mine', 'second')])
      expect(() => checkLinks(path)).toThrow('a link of another user');
  },
);

it.skipIf(!isRoot)(
  'links of one’s own, of the owner of the folder, and in other folders are followed',
  () => {
    const own = link('own', join(folder, 'mine', 'a'), OTHER);
    checkLinks(own, OTHER);
    checkLinks(link('of-root', join(folder, 'mine', 'b'), ME), OTHER);
    chmodSync(shared, 0o777);
    checkLinks(own, ME);
    chmodSync(shared, 0o1755);
    checkLinks(own, ME);
  },
);

it('a path without links, one that is not there, and links in a circle raise nothing', () => {
  symlinkSync(join(folder, 'b'), join(folder, 'a'));
  symlinkSync(join(folder, 'a'), join(folder, 'b'));
  for (const path of [join(folder, 'mine'), join(folder, 'none', 'x'), join(folder, 'a'), '/'])
    expect(() => checkLinks(path)).not.toThrow();
});
