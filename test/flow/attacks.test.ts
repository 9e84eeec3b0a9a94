import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Heap } from '../../src/engines/heap.ts';
import { contentHash } from '../../src/engines/scalar/content-hash.ts';
import { createCollection, dedup, groups, pairs } from '../../src/index.ts';
import { cluster, forgedTexts } from '../soak/attacks/keys.mjs';
import { sameContent, startOf } from '../soak/attacks/same-content.mjs';

const folder = mkdtempSync(join(tmpdir(), 'neardup-attacks-'));
afterAll(() => rmSync(folder, { recursive: true }));

const OPTIONS = { threads: 1 } as const;
const METHODS = ['auto', 'exact', 'simhash'] as const;

/** The word value that proofs once rested on. */
function sdbm(word: string): bigint {
  return [...Buffer.from(word)].reduce((hash, byte) => BigInt.asUintN(64, hash * 65_599n + BigInt(byte)), 0n);
}

test.each(METHODS)('two texts made to have the same linear word hashes are no pair: %s', async (method) => {
  const texts = forgedTexts(60);
  const [a, b] = texts.map((text) => text.split(' '));
  expect(a.map(sdbm)).toEqual(b.map(sdbm));
  expect(a.filter((word) => b.includes(word))).toEqual([]);
  const documents = texts.map((text, i) => ({ id: `d${i}`, text }));
  expect(await dedup(documents, { ...OPTIONS, method, hash: 'sdbm' }).toArray()).toEqual([]);
});

test.each(['classic', 'sorted', 'free'] as const)(
  'the seed of a run changes no answer: %s order',
  async (order) => {
    const documents = cluster(12, 30).flatMap(({ id, text }, i) => {
      const words = text.split(' ');
      words.splice(3 * i, 2, 'other', 'words.');
      return [
        { id, text },
        { id: `${id} changed`, text: words.join(' ') },
      ];
    });
    const run = () => pairs(documents, { ...OPTIONS, method: 'exact', order, threshold: 0.5 }).toArray();
    const found = await run();
    expect(found.length).toBeGreaterThan(100);
    for (let i = 0; i < 3; i++) expect(await run()).toEqual(found);
  },
);

test('documents that are all just under the threshold are compared with some of their candidates, and every verb says so', async () => {
  // 13 shingles in common, two of their own
  const documents = Array.from({ length: 1100 }, (_, i) => {
    const common = Array.from({ length: 15 }, (_, k) => `common${k}`);
    return { id: `d${i}`, text: [...common, `u${i}x`, `u${i}y`].join(' ') };
  });
  for (const verb of [dedup, groups, pairs]) {
    const run = verb(documents, OPTIONS);
    expect(await run.toArray()).toEqual([]);
    const { truncated } = await run.summary;
    expect(truncated).toBeGreaterThan(30);
    expect(truncated).toBeLessThanOrEqual(100);
  }
});

test('a phrase that documents share does not make them candidates', async () => {
  const documents = Array.from({ length: 1200 }, (_, i) => {
    const words = Array.from({ length: 30 }, (_, k) => `w${i}x${k}`);
    words.splice(15, 0, 'cifa ciri dofo');
    return { id: `d${i}`, text: words.join(' ') };
  });
  const run = dedup(documents, OPTIONS);
  expect(await run.toArray()).toEqual([]);
  // more candidates than the limit would be truncated
  expect((await run.summary).truncated).toBe(0);
});

test('a text made to have the content hash of an article does not hide it in a collection', async () => {
  const article = Array.from({ length: 120 }, (_, i) => `word${(i * 7919) % 997}`).join(' ');
  const forged = sameContent(article, startOf(article));
  expect(hashOf(forged)).toEqual(hashOf(article));
  await using news = await createCollection(join(folder, 'news.nd'), { threshold: 0.5 }, OPTIONS);
  await news.add([{ id: 'forged', text: forged }]);
  await news.add([{ id: 'article', text: article }]);
  const { pairs: found } = await news.check({ text: article });
  expect(found.map(({ b, identical }) => [b, identical])).toEqual([
    ['article', true],
    ['forged', false],
  ]);
  const [again] = await news.add([{ id: 'copy', text: article }], { onDuplicate: 'skip' });
  expect(again.duplicateOf?.b).toBe('article');
});

/** The content hash that batch commands bring equal texts together by. */
function hashOf(text: string): Uint32Array {
  const heap = new Heap();
  const bytes = new TextEncoder().encode(`${text}\0`);
  const [at, offsets, out] = [
    heap.place(bytes),
    heap.place(Uint32Array.of(0, bytes.length)),
    heap.allocate(16),
  ];
  contentHash(heap, at, offsets, 1, out);
  return heap.u32.slice(out / 4, out / 4 + 4);
}
