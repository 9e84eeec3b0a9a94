import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beforeEachChange } from './before-each-change.cases.ts';
import { Collections } from './collections.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-collections-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a service that was killed at any step of making a collection starts again, with all of it or none', async () => {
  const data = join(folder, 'collections');
  const collections = new Collections(data, 1);
  await collections.start([]);
  const copies: string[] = [];
  const keepCopy = () => {
    const copy = join(folder, `killed-${copies.length}`);
    const isKept = (path: string) => lstatSync(path).isDirectory() || lstatSync(path).isFile();
    cpSync(data, copy, { recursive: true, filter: isKept });
    copies.push(copy);
  };
  await beforeEachChange(data, keepCopy, async () => {
    await collections.create('news', { threshold: 0.7 });
  });
  await collections.close();
  expect(copies.length).toBeGreaterThan(10);
  const found = new Set<string>();
  for (const copy of copies) {
    const again = new Collections(copy, 1);
    await again.start([]);
    expect(again.broken()).toEqual([]);
    found.add(again.names().join());
    if (again.names().length > 0) expect(again.get('news').settings.threshold).toBe(0.7);
    else expect(await again.create('news', {})).toBe(true);
    await again.close();
    expect(readdirSync(copy)).toEqual(['news.nd']);
  }
  expect([...found]).toEqual(['', 'news']);
});

test('folders that others made beside the collections stay', async () => {
  const others = ['.making', '.making-My Copy', '.removed-', '.snapshots', 'notes'];
  for (const other of others) mkdirSync(join(folder, other));
  for (const ours of ['.making-news', '.removed-news'])
    mkdirSync(join(folder, ours, 'log'), { recursive: true });
  await new Collections(folder, 1).start([]);
  expect(readdirSync(folder).sort()).toEqual(others.sort());
});

test('a collection with a link to it beside it is served, and not the link, whatever their names are', async () => {
  const first = new Collections(folder, 1);
  await first.start([]);
  await first.create('mail', {});
  await first.close();
  for (const link of ['mail2.nd', 'a.nd']) symlinkSync('mail.nd', join(folder, link));
  const again = new Collections(folder, 1);
  await again.start([]);
  expect(again.names()).toEqual(['mail']);
  expect(again.broken().map(({ name, reason, advice }) => [name, reason, advice])).toEqual(
    ['mail2', 'a'].map((name) => [
      name,
      `${join(folder, name)}.nd leads to the collection \`mail\`.`,
      'Remove the link.',
    ]),
  );
  await again.close();
});

test('a folder that appeared beside a running service is not replaced', async () => {
  const collections = new Collections(folder, 1);
  await collections.start([]);
  mkdirSync(join(folder, 'news.nd'));
  await expect(collections.create('news', {})).rejects.toMatchObject({ code: 'ALREADY_THERE' });
  expect(existsSync(join(folder, 'news.nd/collection.json'))).toBe(false);
});
