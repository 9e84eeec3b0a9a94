/** The command and the library on a real cluster, as docs/opensearch.md shows them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClusterCollection } from '../../src/opensearch/index.ts';
import { hasOpenSearch, OpenSearchCluster } from '../soak/opensearch-nodes.mjs';

const COMMAND = fileURLToPath(new URL('../../dist/apps/cli/main.cjs', import.meta.url));
const CORPUS = fileURLToPath(new URL('../corpus/documents.jsonl', import.meta.url));

function neardup(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync('node', [COMMAND, ...args], { input, encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n'), stderr };
}

describe.skipIf(!hasOpenSearch && !process.env.NEARDUP_REQUIRE_ALL)(
  'commands on a cluster (skipped if .ci/install-opensearch was not run)',
  () => {
    let cluster: OpenSearchCluster;
    let news: string;
    beforeAll(async () => {
      cluster = await OpenSearchCluster.start();
      news = cluster.address('news');
    });
    afterAll(() => cluster?.stop());

    test('a collection is made, filled, asked, described, emptied and exported by the command', () => {
      const ids = readFileSync(CORPUS, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id);
      const made = ['collection', 'create', news, CORPUS, '--shards', '2', '--indexes', 'passages', '--json'];
      const created = neardup(made);
      expect(created.stderr).toBe('');
      expect(JSON.parse(created.lines.at(-1)!).summary).toMatchObject({
        documents: ids.length,
        added: ids.length,
      });
      expect(JSON.parse(created.lines.at(-1)!).summary.commit).toBe(1);
      expect(neardup(made).stderr).toContain('is there already');
      const checked = neardup(['collection', 'check', news, CORPUS, '--json']);
      expect(JSON.parse(checked.lines.at(-1)!).summary).toMatchObject({
        documents: ids.length,
        stored: ids.length,
      });
      const described = JSON.parse(neardup(['collection', 'info', news, '--json']).lines[0]);
      expect(described).toMatchObject({ path: news, documents: ids.length, dead: 0 });
      const sources = neardup(['collection', 'sources', news, '--id', ids[0], '--json']);
      expect(sources.status).toBe(0);
      const removed = neardup(['collection', 'remove', news, ids[0], 'never', '--json']);
      expect(JSON.parse(removed.lines.at(-1)!).summary).toMatchObject({ removed: 1, missing: 1 });
      const exported = neardup(['collection', 'export', news]).lines.map((line) => JSON.parse(line).id);
      expect(exported).toEqual(ids.slice(1));
      const merged = JSON.parse(neardup(['collection', 'merge', news, '--json']).lines[0]);
      expect(merged).toMatchObject({ documents: ids.length - 1, dead: 0 });
    });

    test('a stream is filtered through a cluster, and what a cluster does not do is refused by name', () => {
      const seen = cluster.address('seen');
      expect(neardup(['collection', 'create', seen]).status).toBe(0);
      const line = (id: string, text: string) => JSON.stringify({ id, text });
      const text = 'The ferry to the island leaves at nine in the morning, every day of the week.';
      const passed = neardup(
        ['filter', seen, '--quiet'],
        [line('a', text), line('b', text), line('c', 'Another text.')].join('\n'),
      );
      expect(passed.lines.map((each) => JSON.parse(each).id)).toEqual(['a', 'c']);
      const searched = cluster.address('searched');
      expect(neardup(['collection', 'create', searched, CORPUS, '--indexes', 'search']).status).toBe(0);
      const [{ id, text: whole }] = readFileSync(CORPUS, 'utf8')
        .split('\n', 1)
        .map((each) => JSON.parse(each));
      const found = neardup(['collection', 'search', searched, whole, '-k', '1', '--json']);
      expect(found.lines.map((each) => JSON.parse(each).id)).toEqual([id]);
      for (const [args, message] of [
        [['collection', 'groups', seen], 'collection in a folder only'],
        [
          ['collection', 'check', seen, '--id', 'a', '--containment', '0.8'],
          'does not compare a text with all documents',
        ],
        [['filter', seen, '--window', '10'], '`--window` has no effect on a collection on a cluster'],
        [['collection', 'search', seen, 'ferry'], 'was made without the index `search`'],
        [['collection', 'sources', seen, CORPUS], 'was made without the index `passages`'],
      ] as const) {
        const refused = neardup(args);
        expect({ status: refused.status, stderr: refused.stderr }).toEqual({
          status: 2,
          stderr: expect.stringContaining(message),
        });
      }
    });

    test('an alias that names a new index leads there when the collection is opened again', async () => {
      const open = (index: string) => openClusterCollection(cluster.address(index), { create: true });
      const [old, fresh] = [await open('old'), await open('fresh')];
      await old.add([{ id: 'a', text: 'The old text.' }]);
      for await (const { id, text } of old.documents()) await fresh.add([{ id, text: `${text} Moved.` }]);
      await cluster.ask('POST', '/_aliases', {
        actions: [
          { remove: { index: 'old-000001', alias: 'old' } },
          { add: { index: 'fresh-000001', alias: 'old' } },
        ],
      });
      const again = await open('old');
      expect((await again.get('a'))?.text).toBe('The old text. Moved.');
      await Promise.all([old, fresh, again].map((each) => each.close()));
    });
  },
);
