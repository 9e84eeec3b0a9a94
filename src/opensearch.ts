/**
 * A collection on a search cluster: documents in an index of OpenSearch or Elasticsearch, on as many machines as it takes. Many processes may
 * change it and ask it. The cluster stores and finds; texts are compared and documents decided by the code that does so for a folder
 * (`collection/fetched-documents.ts`), so answers are the same.
 *
 * Changes are made in turns (`opensearch/turns.ts`): a batch is one commit, and an answer sees all commits before it.
 */
import type { CollectionSettings } from './collection.ts';
import { ENGINE_RULES, type EngineOptions } from './engines/index.ts';
import { integer, type OptionRules } from './option-rules.ts';
import { SHARED_RUN_RULES } from './redis.ts';

/** Options that each process chooses for itself. */
export interface ClusterRunOptions extends EngineOptions {
  /**
   * An answer is given only when this many replicas have its data besides the first copy, 0 to 10. With 0, those replicas are waited for that
   * the cluster has just now.
   */
  readonly replicas: number;
  /** How many seconds a request is tried again if the cluster cannot be reached or is busy, 0 to 3600. */
  readonly retrySeconds: number;
  /** Seconds after which a request is given up and tried again, 1 to 600. */
  readonly requestSeconds: number;
  /** After this many seconds without a sign of life a process that is changing the collection loses its turn, 2 to 600. */
  readonly leaseSeconds: number;
  /** Gives the time in milliseconds since 1970: when documents are added, seen and expire. @default Date.now */
  readonly clock?: () => number;
}

/** Where the documents of a new index are kept. What is left out, the templates of the cluster decide. */
export interface ClusterLayout {
  /** Parts of the index, which are spread over the nodes, 1 to 1024. */
  readonly shards?: number;
  /** Replicas of each part, 0 to 10. */
  readonly copies?: number;
}

/** Options of `openClusterCollection`. */
export interface ClusterCollectionOptions extends Partial<ClusterRunOptions> {
  /** Makes the collection if there is none, with these settings. One that is there must have the settings given here. */
  readonly create?: boolean | (Partial<CollectionSettings> & ClusterLayout);
}

export const CLUSTER_RUN_RULES: OptionRules<ClusterRunOptions> = {
  ...ENGINE_RULES,
  replicas: SHARED_RUN_RULES.replicas,
  retrySeconds: SHARED_RUN_RULES.retrySeconds,
  requestSeconds: integer(60, 1, 600),
  leaseSeconds: integer(10, 2, 600),
  clock: { default: Date.now, isAllowed: (value) => typeof value === 'function', expected: 'a function' },
};

export const CLUSTER_LAYOUT_RULES: OptionRules<ClusterLayout> = {
  shards: { ...integer(undefined, 1, 1024), leftOut: 'as the cluster says' },
  copies: { ...integer(undefined, 0, 10), leftOut: 'as the cluster says' },
};

/** The rules that apps take. */
export const CLUSTER_RULES = { ...CLUSTER_RUN_RULES, ...CLUSTER_LAYOUT_RULES };
