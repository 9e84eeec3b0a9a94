/**
 * The door of opensearch/, `neardup/opensearch`: collections on a search cluster, OpenSearch or Elasticsearch. The contract is
 * `src/opensearch.ts`.
 *
 * @module
 */
export type {
  AddAnswer,
  AddSummary,
  AddToCollectionOptions,
  CheckAnswer,
  CheckQuery,
  CollectionDocument,
  CollectionInfo,
  CollectionSettings,
  RemoveAnswer,
  SourcesAnswer,
} from '../collection.ts';
export * from '../opensearch.ts';
export type { ClusterCollection } from './cluster-collection.ts';
export { createClusterCollection, openClusterCollection } from './open.ts';
