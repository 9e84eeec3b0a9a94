/** Indexes that released versions wrote are read for ever, and answer as they did. (Version 1 was never released.) */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { addToIndex, openIndex } from '../../src/index.ts';

const V2 = fileURLToPath(new URL('./index-v2', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'neardup-compat-'));
afterAll(() => rmSync(work, { recursive: true }));

describe('an index of version 2', () => {
  test('opens, and finds and explains what it found then', async () => {
    const index = await openIndex(V2, { threads: 1 });
    expect(index.info).toMatchObject({ documents: 12, width: 256, structure: 'clusters', texts: true });
    const found = await index.search('kettle recall', { k: 2, explain: true });
    expect(found).toEqual([
      {
        ...{ query: 'kettle recall', id: 'kettle-recall', distance: 5, score: 0.8, rank: 1 },
        shared: ['kettle'],
      },
    ]);
    const long =
      'the company calls back every kettle that it sold last winter because the handle grows hot and asks all buyers to bring theirs to any of its shops';
    expect(await index.search(long, { k: 2 })).toEqual([
      { query: long, id: 'kettle-recall', distance: 57, score: 0.2796, rank: 1 },
      { query: long, id: 'heron-count', distance: 78, score: 0.0776, rank: 2 },
    ]);
    await index.close();
  });

  test('takes more documents', async () => {
    const folder = join(work, 'index');
    cpSync(V2, folder, { recursive: true });
    const text = 'The kettle recall was called off: no kettle was ever too hot.';
    const info = await addToIndex(folder, [{ id: 'new', text }], { threads: 1 });
    expect(info.documents).toBe(13);
    const index = await openIndex(folder, { threads: 1 });
    expect((await index.search(text, { k: 1 }))[0]).toMatchObject({ id: 'new', distance: 0, score: 1 });
    await index.close();
  });
});
