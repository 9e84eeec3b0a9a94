/** Promises about the disk are kept by the kernel, not only by our own functions: every acknowledgment comes after the calls that make it true. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasStrace, record } from './recorded-calls.ts';

const ROOT = new URL('../../', import.meta.url);
const LIBRARY = new URL('dist/index.js', ROOT).href;
const MAIN = new URL('dist/apps/cli/main.cjs', ROOT).pathname;
const isSkipped = !hasStrace() && process.env.NEARDUP_REQUIRE_ALL !== '1';
if (isSkipped)
  console.warn('skipped: syncs that reach the kernel, since strace is not here (apt-get install strace)');

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'neardup-kernel-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Changes to a collection, each told when its promise has resolved. */
const CHANGES = (path: string) => `
import { createCollection } from ${JSON.stringify(LIBRARY)};
const told = (what) => process.stdout.write(what + '\\n');
const collection = await createCollection(${JSON.stringify(path)});
told('created');
for (let i = 0; i < 4; i++) {
  await collection.add([{ id: 'a' + i, text: 'The ferry to the island leaves at nine. ' + i }]);
  told('added');
}
await collection.remove(['a1']);
told('removed');
await collection.merge();
told('merged');
await collection.close();
`;
/** What a new start makes again. */
const isForgettable = (path: string) => /\/writer\.[^/]*\.(?:lock|socket)(?:\.new)?$/.test(path);

describe.skipIf(isSkipped)('what the kernel was asked for', () => {
  test('everything that an acknowledged change wrote, and every new name, was synced before it was acknowledged', () => {
    // folders above it are made, too
    const path = join(folder, 'new', 'news.nd');
    const script = join(folder, 'script.mjs');
    writeFileSync(script, CHANGES(path));
    const { printed, renamedUnsynced, syncs } = record(folder, [process.execPath, script]);
    expect(printed.map(({ line }) => line)).toEqual(
      ['created', 'added', 'added', 'added', 'added', 'removed', 'merged'].map((line) => `${line}\\n`),
    );
    for (const { line, unsynced } of printed)
      expect([line, ...unsynced.filter((each) => !isForgettable(each))]).toEqual([line]);
    expect(renamedUnsynced.filter((each) => !isForgettable(each))).toEqual([]);
    expect(syncs).toBeGreaterThan(8);
  });

  test('a key is on the device, with the folder that was made for it, before its secret is shown', () => {
    const data = join(folder, 'data');
    const { printed, renamedUnsynced } = record(folder, [
      ...[process.execPath, MAIN, 'keys', 'create', '--data', data, '--scopes', 'admin'],
    ]);
    expect(renamedUnsynced).toEqual([]);
    expect(printed).toHaveLength(1);
    expect(printed[0].unsynced).toEqual([]);
  });

  test('an output file has its content on the device before it gets its name, and its name before the summary', () => {
    const texts = ['one two three four five', 'six seven eight nine ten'];
    writeFileSync(join(folder, 'in.jsonl'), texts.map((text) => `${JSON.stringify({ text })}\n`).join(''));
    const out = join(folder, 'out');
    mkdirSync(out);
    const { printed, renamedUnsynced } = record(out, [
      ...[process.execPath, MAIN, 'dedup', join(folder, 'in.jsonl'), '-o', join(out, 'clean.jsonl')],
    ]);
    expect(renamedUnsynced).toEqual([]);
    expect(printed.at(-1)!.unsynced).toEqual([]);
  });
});
