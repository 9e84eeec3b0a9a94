import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairBuckets } from './contained-pairs.ts';
import { prefixLength } from './rarity-job.ts';
import { ShingleTable } from './shingle-table.ts';

const SHARE = 0.6;

/** Buckets of texts given as sets of shingles, in one order for all: the smaller number first. */
function bucketsOf(texts: readonly (readonly number[])[], extra: number) {
  const table = new ShingleTable(texts.length);
  const shingles = (list: readonly number[]) => BigUint64Array.from(list, (value) => BigInt(value) << 32n);
  for (const text of texts) {
    const length = prefixLength(text.length, SHARE) + Math.floor(extra * text.length);
    table.look(shingles(text.slice(0, length)));
  }
  for (const text of texts) table.post(shingles(text));
  return pairBuckets(
    table.buckets(),
    Uint32Array.from(texts, ({ length }) => length),
    SHARE,
    extra,
  );
}

function pairsOf({ lookStarts, looks, posts, postStarts }: ReturnType<typeof bucketsOf>): Set<string> {
  const pairs = new Set<string>();
  for (let x = 0; x + 1 < lookStarts.length; x++) {
    for (let y = 0; y + 1 < postStarts.length; y++) {
      const own = new Set(looks.subarray(lookStarts[x], lookStarts[x + 1]));
      if (x !== y && posts.subarray(postStarts[y], postStarts[y + 1]).some((bucket) => own.has(bucket)))
        pairs.add(`${x} ${y}`);
    }
  }
  return pairs;
}

test('every text that shares enough with another looks for it, however much longer its prefix is', () => {
  const text = fc
    .uniqueArray(fc.nat(30), { minLength: 1, maxLength: 24 })
    .map((list) => list.sort((x, y) => x - y));
  const texts = fc.array(text, { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(texts, fc.constantFrom(0, 0.05, 0.2, 0.5), (list, extra) => {
      const pairs = pairsOf(bucketsOf(list, extra));
      list.forEach((x, i) => {
        list.forEach((y, j) => {
          const common = x.filter((shingle) => y.includes(shingle)).length;
          if (i !== j && common >= SHARE * x.length) expect(pairs).toContain(`${i} ${j}`);
        });
      });
    }),
  );
});

test('texts that share only a few rare shingles are not compared', () => {
  const texts = Array.from({ length: 20 }, (_, text) => {
    const own = Array.from({ length: 190 }, (_, i) => 1000 * (text + 1) + i);
    return [...Array.from({ length: 5 }, (_, i) => i), ...own];
  });
  expect(pairsOf(bucketsOf(texts, 0)).size).toBe(20 * 19);
  expect(pairsOf(bucketsOf(texts, 0.05)).size).toBe(0);
});

test('a dense cluster does not become a list of all its pairs', () => {
  const texts = Array.from({ length: 300 }, () => Array.from({ length: 10 }, (_, i) => i));
  const { looks, posts } = bucketsOf(texts, 0.05);
  expect(looks.length + posts.length).toBeLessThan(300 * 20);
});
