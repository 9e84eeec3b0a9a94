/**
 * The rules of all options, by the function or method of the library that takes them. Apps and docs take defaults, ranges and choices
 * from this table, so that an option is described once: by its rule.
 */
import {
  ADD_RULES,
  BACKUP_RULES,
  CHECK_RULES,
  EVENTS_RULES,
  KNOWN_TRIM_RULES,
  LIST_RULES,
  OPEN_RULES,
  REMOVE_RULES,
  SELECTION_RULES,
  SETTINGS_RULES,
  SHARDED_DEDUP_RULES,
  WATCH_RULES,
} from './collection/index.ts';
import {
  EVALUATE_RULES,
  FINGERPRINT_PAIRS_RULES,
  GROUPS_RULES,
  IMAGE_PAIRS_RULES,
  PAIRS_RULES,
  STORED_GROUPS_RULES,
} from './duplicates/index.ts';
import { NEAREST_SIGNATURES_RULES, QUERY_RULES, SEARCH_RULES, SIGNATURES_RULES } from './nearest/index.ts';
import { CLUSTER_RULES } from './opensearch.ts';
import {
  COMPARE_ALL_RULES,
  COMPARE_READ_RULES,
  COMPARE_RULES,
  FINGERPRINT_PARTS_RULES,
} from './passages/index.ts';
import { CANONICAL_TEXTS_RULES, DOCUMENT_IMAGES_RULES, FINGERPRINT_RUN_RULES } from './pipeline/index.ts';
import { READ_RUN_RULES } from './read/index.ts';
import { SHARED_INDEX_RULES } from './redis.ts';
import { DECONTAMINATE_RULES } from './repeats/index.ts';

export const OPTIONS = {
  dedup: SHARDED_DEDUP_RULES,
  groups: GROUPS_RULES,
  pairs: PAIRS_RULES,
  fingerprintPairs: FINGERPRINT_PAIRS_RULES,
  imagePairs: IMAGE_PAIRS_RULES,
  evaluate: EVALUATE_RULES,
  compare: COMPARE_RULES,
  compareIn: COMPARE_READ_RULES,
  compareAll: COMPARE_ALL_RULES,
  fingerprint: FINGERPRINT_RUN_RULES,
  fingerprintParts: FINGERPRINT_PARTS_RULES,
  documentImages: DOCUMENT_IMAGES_RULES,
  signatures: SIGNATURES_RULES,
  search: SEARCH_RULES,
  nearestSignatures: NEAREST_SIGNATURES_RULES,
  trim: KNOWN_TRIM_RULES,
  decontaminate: DECONTAMINATE_RULES,
  texts: READ_RUN_RULES,
  canonicalTexts: CANONICAL_TEXTS_RULES,
  createCollection: SETTINGS_RULES,
  openCollection: OPEN_RULES,
  'collection.add': ADD_RULES,
  'collection.check': CHECK_RULES,
  'collection.groups': STORED_GROUPS_RULES,
  'collection.search': QUERY_RULES,
  'collection.removeWhere': REMOVE_RULES,
  'collection.list': LIST_RULES,
  'collection.backup': BACKUP_RULES,
  'collection.watch': WATCH_RULES,
  'collection.events': EVENTS_RULES,
  selectLines: SELECTION_RULES,
  openSharedIndex: SHARED_INDEX_RULES,
  openClusterCollection: CLUSTER_RULES,
};
