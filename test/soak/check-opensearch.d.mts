import type { OpenSearchCluster } from './opensearch-nodes.mjs';

export function race(
  cluster: OpenSearchCluster,
  options: { readonly texts: number; readonly processes?: number; readonly name?: string },
): Promise<{ readonly wrong: string[]; readonly winners: number[] }>;

export function kill(
  cluster: OpenSearchCluster,
  options: {
    readonly what: 'node' | 'writer';
    readonly name: string;
    readonly seconds?: number;
    readonly processes?: number;
    readonly index?: number;
  },
): Promise<{ readonly answered: number; readonly errors: string[]; readonly wrong: string[] }>;
