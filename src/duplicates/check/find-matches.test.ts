import { afterAll, beforeAll, expect, test } from 'vitest';
import { DocumentTable } from '../../collection/tables/document-table.ts';
import { DocumentView } from '../../collection/tables/document-view.ts';
import { type Job, openEngine } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import { DUPLICATE_RULES, resolveDuplicateOptions } from '../options.ts';
import { compareJob } from '../proof/compare-job.ts';
import { crowdOf, FOOTERS } from '../proof/crowd.cases.ts';
import { findMatches } from './find-matches.ts';
import { KeyLists } from './key-lists.ts';
import { KnownSketches } from './known-sketches.ts';

const PLACE = { file: 0, offset: 0, length: 0, crc: 0 };
let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ engine: 'wasm', threads: 1 });
});
afterAll(() => engine.close());

test.each(FOOTERS)(
  'in a crowd with a footer of %i words a stored text is fetched once for its sketch, few are compared, and every copy is found, the same text too',
  async (footer) => {
    const { texts, near } = crowdOf(300, footer);
    const table = DocumentTable.empty(2, texts.length);
    const contents = texts.map((_, i) => [BigInt(i + 1), 0n] as const);
    contents.forEach((content, i) => {
      table.add({ words: 350, content, expires: 0, seen: 0, keys: [7, i] }, PLACE);
    });
    const places = texts.map((text) => ({
      address: engine.heap.place(Buffer.from(`${text}\0`)),
      length: text.length,
    }));
    let fetched = 0;
    const view = new DocumentView([table], 1);
    const stored = {
      ...{ view, now: 1, lists: new KeyLists(view, 1), known: new KnownSketches(), bytes: () => 2000 },
      texts: async (numbers: readonly number[]) => {
        fetched += numbers.length;
        return { text: (i: number) => places[numbers[i]], release: () => {} };
      },
    };
    let compared = 0;
    const run = <A, R>(job: Job<A, R>, args: A): Promise<R> => {
      if (job.name === compareJob.name) compared += (args as { pairs: Uint32Array }).pairs.length / 2;
      return engine.run(job, args);
    };
    const options = { ...resolveDuplicateOptions(DUPLICATE_RULES, {}), signal: undefined };
    // as they are added: each is compared with those before it
    const queries = texts.map((_, i) => ({
      ...{ ...places[i], words: 350, keys: Uint32Array.of(7), content: () => contents[i] },
      accepts: (number: number) => number < i,
    }));
    const counts = { ...engine, run };
    const found = await findMatches(queries, stored, counts, options);
    expect(found.flatMap(({ matches }, i) => (matches.length > 0 ? [i] : []))).toEqual(near);
    // the first ones have no crowd before them
    expect(compared).toBeLessThan(65 ** 2 / 2 + 5 * texts.length);
    fetched = 0;
    await findMatches(
      [{ ...queries[298], accepts: (number: number) => number !== 298 }],
      stored,
      counts,
      options,
    );
    expect(fetched).toBeLessThan(10);
    const [again] = await findMatches([{ ...queries[298], accepts: () => true }], stored, counts, options);
    expect(again.matches.map(({ documents }) => documents)).toContainEqual([298]);
  },
);

test('known sketches keep their places, and are forgotten together when there are too many', () => {
  const known = new KnownSketches();
  const hash = (i: number) => Uint32Array.of(i, 1, 2, 3);
  known.reserve(3);
  expect([0, 1, 2, 1].map((i) => known.placeOf(hash(i), 0))).toEqual([0, 1, 2, 1]);
  known.sketches.take(1, Uint32Array.of(5));
  known.reserve(5000);
  expect(known.placeOf(hash(1), 0)).toBe(1);
  expect(known.sketches.has(1)).toBe(true);
  known.reserve(KnownSketches.most - 2);
  expect(known.placeOf(hash(9), 0)).toBe(0);
  expect(known.sketches.has(0)).toBe(false);
});
