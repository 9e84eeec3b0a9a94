/** `info`: how many documents a collection on a cluster has, and how much room they take. */
import type { CollectionInfo } from '../collection.ts';
import { atCommit, living } from './finder.ts';
import type { OpenedCluster } from './parts.ts';
import { showFresh } from './refresh.ts';

interface Stats {
  readonly _all?: {
    readonly primaries?: {
      readonly docs?: { readonly count: number };
      readonly store?: { readonly size_in_bytes: number };
      readonly segments?: { readonly count: number; readonly memory_in_bytes?: number };
    };
  };
}

export async function clusterInfo(parts: OpenedCluster): Promise<CollectionInfo> {
  const { client, index, turns, finder, clock, settings, steps } = parts;
  const head = await turns.read();
  await showFresh(parts, head);
  const documents = await finder.count(atCommit(head, [living(clock())]));
  const all = await finder.count({ exists: { field: 'turn' } });
  const stats = await client.ask<Stats>('GET', `/${index.name}/_stats/docs,store,segments`, undefined, [403]);
  const { store, segments } = stats.body._all?.primaries ?? {};
  return {
    path: client.address.shown,
    documents,
    dead: all - documents,
    commit: head.commit,
    // of the first copy of each part
    bytes: store?.size_in_bytes ?? 0,
    logBytes: 0,
    memory: 0,
    segments: segments?.count ?? 0,
    settings,
    engine: steps.engine.name,
  };
}
