/** A collection on a cluster answers as one in a folder does, after any history of changes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Collection, openCollection } from '../../src/collection/index.ts';
import { type ClusterCollection, openClusterCollection } from '../../src/opensearch/index.ts';
import { hasOpenSearch, OpenSearchCluster } from '../soak/opensearch-nodes.mjs';

/** Sentences of which texts are made: some are in many texts. */
const SENTENCES = Array.from({ length: 14 }, (_, s) =>
  Array.from({ length: 12 }, (_, i) => `word${s < 2 ? 0 : s}x${i * (s + 1)}`).join(' '),
);

const text = fc
  .array(fc.nat(SENTENCES.length - 1), { minLength: 0, maxLength: 6 })
  .map((numbers) => numbers.map((number) => `${SENTENCES[number]}.`).join(' '));
const id = fc.nat(15).map((n) => `${n % 2 === 0 ? 'even' : 'odd'}/${n}`);
const meta = fc.option(fc.record({ n: fc.nat(3), deep: fc.constant({ a: [1, '\ud800'] }) }), {
  nil: undefined,
});
const document = fc.record({ id, text, meta }).map(({ meta: fields, ...each }) => ({
  ...each,
  ...(fields !== undefined && { meta: fields }),
}));

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      documents: fc.array(document, { minLength: 1, maxLength: 12 }),
      onDuplicate: fc.constantFrom('keep' as const, 'skip' as const, 'refuse' as const),
      refresh: fc.boolean(),
      byText: fc.boolean(),
      expires: fc.constantFrom(undefined, '1h', '2d'),
      among: fc.constantFrom(undefined, undefined, 'even/'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), ids: fc.array(id, { maxLength: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('removeWhere' as const),
      filter: fc.constantFrom({ prefix: 'even/1' }, { unseenSince: '3h' }, { expired: true }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('ask' as const), text, id }) },
);

describe.skipIf(!hasOpenSearch && !process.env.NEARDUP_REQUIRE_ALL)(
  'a cluster beside a folder (skipped if .ci/install-opensearch was not run)',
  () => {
    let cluster: OpenSearchCluster;
    let folder: string;
    beforeAll(async () => {
      cluster = await OpenSearchCluster.start();
      folder = mkdtempSync(join(tmpdir(), 'neardup-cluster-'));
    });
    afterAll(async () => {
      await cluster?.stop();
      if (folder !== undefined) rmSync(folder, { recursive: true });
    });

    test('after any history of changes every question is answered as in a folder', async () => {
      const histories = fc.sample(fc.array(step, { minLength: 25, maxLength: 25 }), { numRuns: 6, seed: 11 });
      for (const [number, history] of histories.entries()) {
        let now = Date.parse('2026-03-01T00:00:00Z');
        const create = { indexes: ['passages' as const] };
        const clock = () => now;
        const [a, b] = await Promise.all([
          openCollection(join(folder, String(number)), { create, clock }),
          openClusterCollection(cluster.address(`same${number}`), {
            create: { ...create, shards: 2, copies: 0 },
            clock,
          }),
        ]);
        for (const each of history) {
          if (each.kind === 'wait') now += 3_600_000 * each.hours;
          else {
            const [ofFolder, ofCluster] = [await carryOut(a, each), await carryOut(b, each)];
            expect(ofCluster, JSON.stringify(each)).toEqual(ofFolder);
          }
          now += 1000;
        }
        expect(await all(b)).toEqual(await all(a));
        expect((await b.info()).documents).toBe(a.info().documents);
        await a.close();
        await b.close();
      }
    });
  },
);

async function all(collection: Collection | ClusterCollection): Promise<unknown[]> {
  const documents: unknown[] = [];
  for await (const each of collection.documents()) documents.push(each);
  return documents;
}

type Step = Exclude<
  ReturnType<typeof fc.sample<typeof step extends fc.Arbitrary<infer T> ? T : never>>[number],
  { kind: 'wait' }
>;

async function carryOut(collection: Collection | ClusterCollection, given: Step): Promise<unknown> {
  if (given.kind === 'add') {
    const { documents, kind: _, ...options } = given;
    return collection.add(documents, options);
  }
  if (given.kind === 'remove') return collection.remove(given.ids);
  if (given.kind === 'removeWhere') return collection.removeWhere(given.filter);
  const { pairs, candidates, truncated } = await collection.check({ text: given.text });
  const { passages, candidates: sources, documents } = await collection.sources({ text: given.text });
  const byId = await collection.check({ id: given.id }).then(
    (found) => found.pairs,
    ({ code }) => code,
  );
  return {
    ...{ pairs, candidates, truncated, byId, passages, documents },
    // the numbers of documents are those of the collection
    sources: sources.map(({ document: _, ...each }) => each),
    stored: await collection.get(given.id),
  };
}
