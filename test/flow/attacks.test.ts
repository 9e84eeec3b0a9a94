import { expect, test } from 'vitest';
import { cluster, forgedTexts } from '../../scripts/attacks/keys.mjs';
import { dedup, groups, pairs } from '../../src/index.ts';

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

test.each(['strict', 'sorted', 'free'] as const)(
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
  const documents = cluster(1300);
  for (const verb of [dedup, groups, pairs]) {
    const run = verb(documents, OPTIONS);
    expect(await run.toArray()).toEqual([]);
    const { truncated } = await run.summary;
    expect(truncated).toBeGreaterThan(100);
    expect(truncated).toBeLessThanOrEqual(300);
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
