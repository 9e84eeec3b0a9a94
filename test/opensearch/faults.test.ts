/** Three nodes, of which one is killed; processes that race, of which one is killed. The long form is test/soak/check-opensearch.mjs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kill, race } from '../soak/check-opensearch.mjs';
import { hasOpenSearch, OpenSearchCluster } from '../soak/opensearch-nodes.mjs';

describe.skipIf(!hasOpenSearch && !process.env.NEARDUP_REQUIRE_ALL)(
  'a collection on three nodes (skipped if .ci/install-opensearch was not run)',
  () => {
    let cluster: OpenSearchCluster;
    beforeAll(async () => {
      cluster = await OpenSearchCluster.start(3);
    });
    afterAll(() => cluster?.stop());

    test('exactly one stays of near-duplicates that three processes add at the same time', async () => {
      expect((await race(cluster, { texts: 192, processes: 3 })).wrong).toEqual([]);
    });

    test('if a process is killed in the middle of a bulk the others go on, and nothing that was answered is lost', async () => {
      const { wrong, errors, answered } = await kill(cluster, { what: 'writer', name: 'writer', seconds: 6 });
      expect({ wrong, errors }).toEqual({ wrong: [], errors: [] });
      expect(answered).toBeGreaterThan(0);
    });

    test('if a node is killed in the middle of a bulk nothing that was answered is lost, and nothing was left out wrongly', async () => {
      const { wrong, errors, answered } = await kill(cluster, { what: 'node', name: 'node', seconds: 10 });
      expect({ wrong, errors }).toEqual({ wrong: [], errors: [] });
      expect(answered).toBeGreaterThan(0);
    });
  },
);
