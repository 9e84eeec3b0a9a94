/** The same answer always: engine, threads and batch size never change a result. */
import { describe, expect, test } from 'vitest';
import { type DedupOptions, dedup, type InputDocument, type PairsOptions, pairs } from '../../src/index.ts';
import { clusteredDocuments } from './clustered-documents.ts';

const WAYS: PairsOptions[] = [
  { engine: 'wasm', threads: 1 },
  { engine: 'wasm', threads: 3, batch: { bytes: 1000, documents: 7 } },
  { engine: 'wasm', threads: 1, batch: { bytes: 1, documents: 1 } },
  { engine: 'scalar', threads: 2, batch: { bytes: 50_000, documents: 100 } },
];

describe('any engine, number of threads and batch size gives the same result', () => {
  const documents = clusteredDocuments(300, 1);

  test.each([
    ['the defaults', {}],
    ['keep longest', { keep: 'longest' }],
    ['containment', { containment: 0.7 }],
    ['near fingerprints', { method: 'simhash', maxDistance: 6 }],
    ['stop words by detected language', { stopWords: true }],
    ['stems by detected language', { stopWords: true, stems: true }],
    ['stems in bands', { stems: true, method: 'bands' }],
    ['exactly paper A', { hash: 'sdbm', features: 'counts' }],
    ['bands', { method: 'bands' }],
    ['bands of sorted shingles', { method: 'bands', order: 'sorted' }],
    ['bands of words in any order', { method: 'bands', order: 'free' }],
    ['rare shingles, with containment', { method: 'exact', containment: 0.7 }],
    ['sentences of sorted words', { method: 'exact', unit: 'sentence', order: 'free', shingle: 1 }],
  ] as const)('dedup and pairs: %s', async (_name, options) => {
    const results = [];
    for (const way of WAYS) results.push(await everything(documents, { ...options, ...way }));
    expect(results[0].removed.length).toBeGreaterThan(20);
    for (const result of results.slice(1)) expect(result).toEqual(results[0]);
  });
});

async function everything(documents: InputDocument[], { keep, ...options }: PairsOptions & DedupOptions) {
  return {
    removed: await dedup(documents, { ...options, keep }).toArray(),
    pairs: await pairs(documents, options).toArray(),
  };
}
