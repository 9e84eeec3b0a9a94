/** `search` of a collection on a cluster beside one in a folder with the same documents. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Collection, openCollection } from '../../src/collection/index.ts';
import { type ClusterCollection, openClusterCollection } from '../../src/opensearch/index.ts';
import { hasOpenSearch, OpenSearchCluster } from '../soak/opensearch-nodes.mjs';

const ARTICLES = fileURLToPath(new URL('../../examples/articles.jsonl', import.meta.url));
const articles: { id: string; text: string }[] = readFileSync(ARTICLES, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

describe.skipIf(!hasOpenSearch && !process.env.NEARDUP_REQUIRE_ALL)(
  'search on a cluster (skipped if .ci/install-opensearch was not run)',
  () => {
    let cluster: OpenSearchCluster;
    let onCluster: ClusterCollection;
    let inFolder: Collection;
    const folder = mkdtempSync(join(tmpdir(), 'neardup-search-'));

    beforeAll(async () => {
      cluster = await OpenSearchCluster.start(1);
      const settings = { indexes: ['search'] } as const;
      onCluster = await openClusterCollection(cluster.address('articles'), {
        create: { ...settings, shards: 3 },
        threads: 1,
      });
      inFolder = await openCollection(join(folder, 'articles.nd'), { create: settings, threads: 1 });
      for (const collection of [onCluster, inFolder]) await collection.add(articles);
      await inFolder.merge();
    }, 120_000);

    afterAll(async () => {
      await onCluster?.close();
      await inFolder?.close();
      await cluster?.stop();
      rmSync(folder, { recursive: true });
    });

    const both = (query: string | { text: string } | { id: string }, k = 10) =>
      Promise.all([onCluster.search(query, { k }), inFolder.search(query, { k })]);

    test('a few words find the documents that a folder finds, all that have every word first', async () => {
      let compared = 0;
      for (const [i, { text }] of articles.entries()) {
        const words = text.split(/\W+/).filter((word) => word.length > 4);
        const query = [words[i % 7], words[(i * 3 + 8) % words.length], words[(i * 5 + 11) % words.length]];
        const [found, expected] = await both(query.join(' '));
        const whole = (results: typeof found.results) =>
          results.filter(({ score }) => score === 1).map(({ id }) => id);
        expect([query, whole(found.results)]).toEqual([query, whole(expected.results)]);
        expect(found.documents).toBe(expected.documents);
        compared += whole(found.results).length;
      }
      expect(compared).toBeGreaterThan(articles.length / 2);
    });

    test('a text with a few words changed finds its document first, and a stored one leaves itself out', async () => {
      for (const { id, text } of articles.slice(0, 40)) {
        const [found, expected] = await both({ text: text.replace(/(\w+ ){3}/, 'quite other words ') }, 3);
        expect(found.results[0].id).toBe(expected.results[0].id);
        expect(Object.keys(found.results[0])).toEqual(Object.keys(expected.results[0]));
        const [like] = await both({ id }, 5);
        expect(like.results.map((each) => each.id)).not.toContain(id);
        expect(like.results.map(({ rank }) => rank)).toEqual(like.results.map((_, i) => i + 1));
      }
    });

    test('a document is found as soon as it is added and not after it is removed, and words that nobody has find nothing', async () => {
      const text = 'A zeppelinish quokka plays the harmonium.';
      expect((await onCluster.search('zeppelinish quokka')).results).toEqual([]);
      await onCluster.add([{ id: 'new', text }]);
      const { results } = await onCluster.search('zeppelinish quokka', { explain: true });
      expect(results).toMatchObject([{ id: 'new', score: 1, rank: 1, shared: ['quokka', 'zeppelinish'] }]);
      await onCluster.remove(['new']);
      expect((await onCluster.search('zeppelinish quokka')).results).toEqual([]);
      expect((await onCluster.search('… !')).results).toEqual([]);
    });

    test('hostile queries are only words, and an option that has no effect on a cluster is refused', async () => {
      for (const query of [
        '* OR _id:*',
        '"',
        '\u0000\ud800',
        'a '.repeat(5000),
        '{"match_all":{}}',
        'x'.repeat(40_000),
      ])
        expect((await onCluster.search(query)).results.length).toBeLessThanOrEqual(10);
      await expect(onCluster.search('ferry', { structure: 'slices' } as never)).rejects.toThrow('structure');
      await expect(onCluster.search('ferry', { k: 5000 })).rejects.toThrow('from 1 to 1000');
    });
  },
);
