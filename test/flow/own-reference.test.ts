/** A reference that contains the input (`--against` a folder above it): no document counts against itself. */
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dedup, formatSummary } from '../../src/index.ts';

const FERRY = 'The ferry to the island leaves at nine from the second pier behind the old customs house';
const LAMP = 'A green lamp was found in the attic of the mill, wrapped in three issues of a weekly paper';

let root = '';
const at = (name: string) => join(root, name);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'neardup-own-reference-'));
  for (const folder of ['archive', 'archive/new']) mkdirSync(at(folder));
  writeFileSync(at('archive/old.txt'), FERRY);
  writeFileSync(at('archive/new/copy.txt'), `${FERRY}!`);
  writeFileSync(at('archive/new/lamp.txt'), LAMP);
  writeFileSync(
    at('archive/lines.jsonl'),
    [LAMP, LAMP, FERRY].map((text) => JSON.stringify({ text })).join('\n'),
  );
  writeFileSync(
    at('archive/lines.jsonl.gz'),
    gzipSync(JSON.stringify({ text: 'something that is nowhere else at all' })),
  );
  symlinkSync(at('archive/new'), at('linked'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function run(input: string, against: string, onlyAgainst = false) {
  const stream = dedup(at(input), { against: at(against), onlyAgainst, threads: 1 });
  const removed = (await stream.toArray()).map(({ id, keptId }) =>
    [id, keptId].map((path) => path.replace(root, '')),
  );
  return { removed, summary: await stream.summary };
}

describe('a reference that contains the input', () => {
  test('removes only what other files of the reference have, and says how many files are in both', async () => {
    const { removed, summary } = await run('archive/new', 'archive');
    expect(removed).toEqual([
      ['/archive/new/copy.txt', '/archive/lines.jsonl:3'],
      ['/archive/new/lamp.txt', '/archive/lines.jsonl:1'],
    ]);
    expect(summary).toMatchObject({ documents: 2, removed: 2, inBoth: 2 });
    expect(formatSummary(summary)).toMatch(/in both +2 {2}files are input and reference: input only/);
  });

  test('removes nothing for the sake of the same file under another name', async () => {
    expect(await run('linked', 'archive/new')).toMatchObject({
      removed: [],
      summary: { kept: 2, inBoth: 2 },
    });
    expect(await run('archive/new/../old.txt', 'archive/old.txt')).toMatchObject({
      removed: [],
      summary: { kept: 1 },
    });
  });

  test('keeps one of two copies in a file that is both input and reference', async () => {
    const { removed, summary } = await run('archive/lines.jsonl', 'archive/lines.jsonl');
    expect(removed).toEqual([['/archive/lines.jsonl:2', '/archive/lines.jsonl:1']]);
    expect(summary).toMatchObject({ documents: 3, kept: 2, inBoth: 1 });
    expect((await run('archive/lines.jsonl', 'archive/lines.jsonl', true)).removed).toEqual([]);
  });

  test('a reference that contains the input may be the very documents that are the input', async () => {
    const documents = [FERRY, LAMP, FERRY].map((text) => ({ text }));
    const stream = dedup(documents, { against: documents, threads: 1 });
    expect((await stream.toArray()).length).toBe(1);
    expect(await stream.summary).toMatchObject({ kept: 2, inBoth: 1 });
  });
});

test('a reference apart from the input says nothing about files in both', async () => {
  const { summary } = await run('archive/new', 'archive/old.txt');
  expect(summary).not.toHaveProperty('inBoth');
});

test('a file does not count against itself under the name of a hard link', async () => {
  linkSync(at('archive/old.txt'), at('hard.txt'));
  expect((await run('hard.txt', 'archive/old.txt')).removed).toEqual([]);
  expect((await run('archive/old.txt', 'hard.txt')).summary).toMatchObject({ kept: 1 });
});
