/** Clusters: documents that are connected by pairs, directly or through others. */
import { shareOf } from '../../pair-shares.ts';
import type { PairRow } from './rows.ts';

export interface Cluster {
  /** Those that share most first. */
  readonly ids: readonly string[];
  /** Its pairs, by their numbers. */
  readonly pairs: readonly number[];
  /** The largest share. */
  readonly share: number;
}

/** The clusters of all pairs with at least this share, the largest first. */
export function clustersOf(pairs: readonly PairRow[], least: number): Cluster[] {
  const parents = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let up = parents.get(root); up !== undefined; up = parents.get(root)) root = up;
    // path compression: the passed ids now point to the root
    for (let at = id; at !== root; ) {
      const up = parents.get(at)!;
      parents.set(at, root);
      at = up;
    }
    return root;
  };
  const counted = pairs.flatMap((pair, number) => (shareOf(pair) >= least ? [number] : []));
  for (const number of counted) {
    const [a, b] = [rootOf(pairs[number].a), rootOf(pairs[number].b)];
    if (a !== b) parents.set(b, a);
  }
  const clusters = new Map<string, { ids: Set<string>; pairs: number[]; share: number }>();
  for (const number of counted) {
    const { a, b } = pairs[number];
    const root = rootOf(a);
    const cluster = clusters.get(root) ?? { ids: new Set(), pairs: [], share: 0 };
    clusters.set(root, cluster);
    cluster.ids.add(a).add(b);
    cluster.pairs.push(number);
    cluster.share = Math.max(cluster.share, shareOf(pairs[number]));
  }
  return [...clusters.values()]
    .map(({ ids, ...rest }) => ({ ids: [...ids], ...rest }))
    .sort((x, y) => y.ids.length - x.ids.length || y.share - x.share);
}
