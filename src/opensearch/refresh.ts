/** Makes what was written visible to searches, on every copy that is there. */
import { NeardupError } from '../errors.ts';
import type { OpenedCluster } from './parts.ts';

interface RefreshAnswer {
  readonly _shards?: {
    readonly total: number;
    readonly successful: number;
    readonly failed: number;
    readonly failures?: readonly { readonly reason?: { readonly reason?: string } }[];
  };
}

const PAUSE_MS = 200;

/** @param written Documents of a turn that must be found then. */
export async function refresh(
  { client, finder, index, run }: OpenedCluster,
  written: { readonly turn: number; readonly documents: number } = { turn: 0, documents: 0 },
): Promise<void> {
  const end = performance.now() + 1000 * run.retrySeconds;
  for (;;) {
    const { body } = await client.ask<RefreshAnswer>('POST', `/${index.name}/_refresh`);
    const { total = 0, successful = 0, failed = 1, failures } = body._shards ?? {};
    let problem = failures?.[0]?.reason?.reason ?? 'a part of the index was not refreshed';
    if (failed === 0) {
      // a part without any copy counts as no failure
      if (successful === total) return;
      const query = { term: { turn: written.turn } };
      const found = written.documents === 0 ? 0 : await finder.count(query);
      if (found === written.documents) return;
      problem = `${found} of ${written.documents} documents can be found`;
    }
    if (performance.now() > end) {
      throw new NeardupError(
        'CLUSTER_FAILED',
        `${client.address.shown} does not show what was written: ${problem}.`,
        { advice: 'See the health of the cluster. Nothing was added; add the documents again.' },
      );
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
