/** What each command prints with `--json`: one object a line, of one of these forms. */
import { type JsonType, object, of, schema, string } from '../schema.ts';
import {
  ADD_ANSWER,
  ADD_SUMMARY,
  BACKUP,
  CHECK_LINE,
  CHECK_SUMMARY,
  COLLECTION_INFO,
  REMOVE_ANSWER,
  REMOVE_SUMMARY,
  REPAIRED,
} from './collections.ts';
import { CLASS_SUMMARY, COMPARISON, COMPARISON_SUMMARY, SHARING_PAIR } from './comparisons.ts';
import { CANDIDATE_PAIR, EVALUATION, GROUP, IMAGE_PAIR, PAIR, REMOVED } from './copies.ts';
import { FOUND_ITEM, TRIMMED } from './repeats.ts';
import {
  CANONICAL_DOCUMENT,
  DECONTAMINATE_SUMMARY,
  DEDUP_SUMMARY,
  DOCUMENT_IMAGE,
  DOCUMENT_TEXT,
  FINGERPRINT,
  PAIRS_SUMMARY,
  PART_FINGERPRINT,
  PROBLEM,
  RUN_SUMMARY,
  SEARCH_RESULT,
  SEARCH_SUMMARY,
  TRIM_SUMMARY,
} from './runs.ts';
import { EVENTS_KEPT, STORED_WATCH, WATCH_ANSWER, WATCH_EVENT } from './watches.ts';

const problem = object({ problem: of(PROBLEM) });
const comparison = [COMPARISON, summary(COMPARISON_SUMMARY)];
const added = [ADD_ANSWER, summary(ADD_SUMMARY)];
/** A document with its other fields beside `id` and `text`. */
const exported = schema({ ...object({ id: string, text: string }), additionalProperties: true });

/** The lines of every command that has `--json`. */
export const COMMAND_LINES: Readonly<Record<string, readonly JsonType<unknown>[]>> = {
  dedup: [REMOVED, problem, summary(DEDUP_SUMMARY)],
  decontaminate: [FOUND_ITEM, problem, summary(DECONTAMINATE_SUMMARY)],
  trim: [TRIMMED, problem, summary(TRIM_SUMMARY)],
  groups: [GROUP, problem, summary(DEDUP_SUMMARY)],
  pairs: [PAIR, CANDIDATE_PAIR, IMAGE_PAIR, problem, summary(PAIRS_SUMMARY)],
  fingerprint: [FINGERPRINT, PART_FINGERPRINT, DOCUMENT_IMAGE, problem, summary(RUN_SUMMARY)],
  text: [DOCUMENT_TEXT, CANONICAL_DOCUMENT, problem, summary(RUN_SUMMARY)],
  search: [SEARCH_RESULT, problem, summary(SEARCH_SUMMARY)],
  compare: [SHARING_PAIR, summary(COMPARISON_SUMMARY), summary(CLASS_SUMMARY)],
  eval: [EVALUATION, summary(PAIRS_SUMMARY)],
  'collection create': added,
  'collection add': added,
  'collection remove': [REMOVE_ANSWER, summary(REMOVE_SUMMARY)],
  'collection check': [CHECK_LINE, summary(CHECK_SUMMARY)],
  'collection sources': comparison,
  'collection search': [SEARCH_RESULT],
  'collection groups': [GROUP, summary(DEDUP_SUMMARY)],
  'collection info': [COLLECTION_INFO],
  'collection merge': [COLLECTION_INFO],
  'collection export': [exported],
  'collection backup': [BACKUP],
  'collection repair': [REPAIRED],
  'collection watch add': [WATCH_ANSWER],
  'collection watch list': [STORED_WATCH],
  'collection watch follow': [WATCH_EVENT],
  'collection watch trim': [EVENTS_KEPT],
  'collection watch remove': [REMOVE_ANSWER],
};

/** The last line. */
function summary(counts: JsonType<unknown>) {
  return object({ summary: counts });
}
