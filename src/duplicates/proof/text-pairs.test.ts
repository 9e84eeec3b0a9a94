import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Corpus } from '../../corpus/index.ts';
import { type Job, openEngine } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import { symmetricBuckets } from '../candidates/buckets.ts';
import { textsInFile } from '../candidates/shared-shingles.cases.ts';
import { DUPLICATE_RULES, resolveDuplicateOptions } from '../options.ts';
import { compareJob } from './compare-job.ts';
import { crowdOf, FOOTERS } from './crowd.cases.ts';
import { findTextPairs } from './text-pairs.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ engine: 'wasm', threads: 1 });
});
afterAll(() => engine.close());

/** The pairs of texts that are all in one bucket, and how many were compared by their shingles. */
async function pairsOf(texts: readonly string[], given = {}) {
  const { file, ranges, close } = textsInFile(texts);
  const corpus = {
    ...{ needTexts: async () => {}, isSpooled: () => true, spool: { file } },
    positions: { get: (i: number) => ranges[2 * i] },
    lengths: { get: (i: number) => ranges[2 * i + 1] },
  } as unknown as Corpus;
  let compared = 0;
  const run = <A, R>(job: Job<A, R>, args: A): Promise<R> => {
    if (job.name === compareJob.name) compared += (args as { pairs: Uint32Array }).pairs.length / 2;
    return engine.run(job, args);
  };
  const each = Uint32Array.from({ length: texts.length + 1 }, (_, i) => i);
  const one = { starts: each, values: new Uint32Array(texts.length) };
  const candidates = { memberStarts: each, members: each.subarray(0, -1), textStarts: each };
  const found: number[][] = [];
  const options = resolveDuplicateOptions(DUPLICATE_RULES, given);
  const all = { ...candidates, buckets: symmetricBuckets(1, one) };
  try {
    await findTextPairs(corpus, all, { ...engine, run }, options, (a, b) => found.push([a, b]));
  } finally {
    close();
  }
  return { found, compared };
}

test.each(FOOTERS)(
  'texts with a common footer of %i words are compared with a few others each, however many there are, and no pair is missed',
  async (footer) => {
    for (const count of [150, 300]) {
      const { texts, near } = crowdOf(count, footer);
      const { found, compared } = await pairsOf(texts);
      expect(found).toEqual(near.map((text) => [text - 1, text]));
      // the first ones have no crowd before them
      expect(compared).toBeLessThan(65 ** 2 / 2 + 5 * count);
    }
  },
);

test('all candidates are compared if containment counts', async () => {
  const { texts } = crowdOf(100);
  const { found } = await pairsOf(texts, { method: 'simhash', containment: 0.5 });
  expect(found).toHaveLength((100 * 99) / 2);
});
