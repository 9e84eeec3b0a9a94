import fs, { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Collections } from './collections.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-collections-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Calls a function before every change of names below a folder, while something runs. */
async function beforeEachChange(below: string, seen: () => void, run: () => Promise<void>): Promise<void> {
  const patched = [
    [fs, ['mkdirSync', 'openSync', 'renameSync', 'rmSync', 'unlinkSync', 'writeFileSync']],
    [fs.promises, ['mkdir', 'open', 'rename', 'rm', 'unlink', 'writeFile']],
  ] as const;
  const originals = patched.flatMap(([module, names]) =>
    // biome-ignore lint/suspicious/noExplicitAny: functions of any kind
    names.map((name) => [module as any, name, (module as any)[name]] as const),
  );
  let isLooking = false;
  for (const [module, name, original] of originals) {
    module[name] = (...given: unknown[]) => {
      if (!isLooking && String(given[0]).startsWith(below)) {
        isLooking = true;
        seen();
        isLooking = false;
      }
      return original.apply(module, given);
    };
  }
  syncBuiltinESMExports();
  try {
    await run();
  } finally {
    // Node itself may keep a function that it found while it was patched
    isLooking = true;
    for (const [module, name, original] of originals) module[name] = original;
    syncBuiltinESMExports();
  }
}

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
  for (const other of others) fs.mkdirSync(join(folder, other));
  for (const ours of ['.making-news', '.removed-news'])
    fs.mkdirSync(join(folder, ours, 'log'), { recursive: true });
  await new Collections(folder, 1).start([]);
  expect(readdirSync(folder).sort()).toEqual(others.sort());
});

test('a folder that appeared beside a running service is not replaced', async () => {
  const collections = new Collections(folder, 1);
  await collections.start([]);
  fs.mkdirSync(join(folder, 'news.nd'));
  await expect(collections.create('news', {})).rejects.toMatchObject({ code: 'ALREADY_THERE' });
  expect(existsSync(join(folder, 'news.nd/collection.json'))).toBe(false);
});
