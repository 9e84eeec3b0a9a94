import { afterAll, beforeAll, describe } from 'vitest';
import { documentIndexCases } from '../../src/collection/document-index.cases.ts';
import { openClusterCollection } from '../../src/opensearch/index.ts';
import { hasOpenSearch, OpenSearchCluster } from '../soak/opensearch-nodes.mjs';

let number = 0;

describe.skipIf(!hasOpenSearch && !process.env.NEARDUP_REQUIRE_ALL)(
  'collection on a cluster (skipped if .ci/install-opensearch was not run)',
  () => {
    let cluster: OpenSearchCluster;
    beforeAll(async () => {
      cluster = await OpenSearchCluster.start();
    });
    afterAll(() => cluster?.stop());

    documentIndexCases('OpenSearch', () =>
      openClusterCollection(cluster.address(`case${++number}`), { create: { shards: 2, copies: 0 } }),
    );
  },
);
