import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importPath, refuseLinksOut } from './import-path.ts';

const { signal } = new AbortController();
let outside: string;
let root: string;
beforeEach(() => {
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'neardup-import-')));
  root = join(outside, 'root');
  mkdirSync(join(root, 'sub/deep'), { recursive: true });
  mkdirSync(join(outside, 'root-2'));
  for (const file of ['secret.txt', 'root-2/secret.txt', 'root/a.txt', 'root/sub/deep/b.txt'])
    writeFileSync(join(outside, file), 'x');
});
afterEach(() => rmSync(outside, { recursive: true }));

test('a path is imported if it is below the root, and through no link that leads out of it', async () => {
  symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'));
  symlinkSync(outside, join(root, 'up'));
  symlinkSync(join(root, 'sub'), join(root, 'inside'));
  for (const path of ['a.txt', 'sub', '.', 'sub/../a.txt', join(root, 'a.txt')])
    expect(await importPath(path, root)).toBe(
      join(root, path.replace(root, '').replace('sub/..', '')).replace(/\/$/, ''),
    );
  expect(await importPath('inside/deep', root)).toBe(join(root, 'sub/deep'));
  const refused = [
    'link.txt',
    'up',
    'up/secret.txt',
    '..',
    '../secret.txt',
    '../root-2',
    '/etc/hostname',
    'missing',
  ];
  for (const path of refused)
    await expect(importPath(path, root), path).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(importPath('a.txt', undefined)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a folder with a link out of the root is refused by the name of the link, however deep it is', async () => {
  symlinkSync(join(root, 'a.txt'), join(root, 'sub/inside.txt'));
  symlinkSync(join(root, 'nowhere'), join(root, 'sub/nowhere.txt'));
  symlinkSync(join(outside, 'secret.txt'), join(root, 'sub/.hidden'));
  await refuseLinksOut(root, root, signal);
  for (const target of ['secret.txt', 'root-2', 'root-2/secret.txt']) {
    const link = join(root, 'sub/deep/link');
    symlinkSync(join(outside, target), link);
    await expect(refuseLinksOut(root, root, signal)).rejects.toThrow(
      '`sub/deep/link` is a link that leads out',
    );
    await expect(refuseLinksOut(join(root, 'sub'), root, signal)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    rmSync(link);
  }
});
