/** Makes what was written visible to searches, on every copy that is there. */
import { NeardupError } from '../errors.ts';
import { Changed } from './finder.ts';
import type { OpenedCluster } from './parts.ts';
import type { CollectionHead } from './turns.ts';

interface RefreshAnswer {
  readonly _shards?: {
    readonly total: number;
    readonly successful: number;
    readonly failed: number;
    readonly failures?: readonly { readonly reason?: { readonly reason?: string } }[];
  };
}

const PAUSE_MS = 200;

/** Makes searches see all documents of a commit. */
export async function showFresh(parts: OpenedCluster, head: CollectionHead): Promise<void> {
  if (head.fresh.length === 0) return;
  const isStillSo = async () => (await parts.turns.read()).removedAt <= head.commit;
  await refresh(parts, head.fresh, isStillSo);
}

/**
 * @param names Documents that must be found then.
 * @param isStillSo Whether nobody can have removed any of them.
 */
export async function refresh(
  { client, finder, index, run }: OpenedCluster,
  names: readonly string[],
  isStillSo: () => Promise<boolean> = async () => true,
): Promise<void> {
  const end = performance.now() + 1000 * run.retrySeconds;
  for (;;) {
    const { body } = await client.ask<RefreshAnswer>('POST', `/${index.name}/_refresh`);
    const { total = 0, successful = 0, failed = 1, failures } = body._shards ?? {};
    let problem = failures?.[0]?.reason?.reason ?? 'a part of the index was not refreshed';
    if (failed === 0) {
      // a part without any copy counts as no failure
      if (successful === total || names.length === 0) return;
      const found = await finder.count({ ids: { values: names } });
      if (found === names.length) return;
      if (!(await isStillSo())) throw new Changed(client.address.shown);
      problem = `${found} of ${names.length} documents can be found`;
    }
    if (performance.now() > end) {
      throw new NeardupError(
        'CLUSTER_FAILED',
        `${client.address.shown} does not show what was written: ${problem}.`,
        { advice: 'See the health of the cluster. What was not answered was not added.' },
      );
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
