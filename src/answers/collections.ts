/** Answers of a collection: what became of documents, what resembles them, what is stored, and how the collection is. */
import {
  anyFields,
  boolean,
  choice,
  fieldsIn,
  list,
  maybe,
  moment,
  natural,
  object,
  real,
  schema,
  string,
  type Value,
} from '../schema.ts';
import { FOUND_PAIR, type FoundPair, PAIR, type Pair } from './copies.ts';
import { SEARCH_RESULT, type SearchResult } from './runs.ts';

export const ADD_ANSWER = object({
  id: string,
  /**
   * `added`; `replaced`: its id was there with another text; `unchanged`: its id was there with this text; `duplicate` or `refused`: it
   * resembles a stored document and was not stored; `failed`: it could not be stored.
   */
  state: choice('added', 'replaced', 'unchanged', 'duplicate', 'refused', 'failed'),
  /** The stored document that it most resembles, if it is a near-duplicate of one. `a` is the new document. */
  duplicateOf: maybe<Pair>(PAIR),
  /** It had more candidates than are compared. */
  truncated: maybe(choice(true)),
  /** It was stored and has no word: it resembles nothing. */
  empty: maybe(choice(true)),
  /** Why it failed or was refused. */
  reason: maybe(string),
});

/** What became of a document. */
export interface AddAnswer extends Value<typeof ADD_ANSWER> {}

export const ADD_SUMMARY = object({
  documents: natural,
  added: natural,
  replaced: natural,
  unchanged: natural,
  duplicates: natural,
  refused: natural,
  failed: natural,
  commit: natural,
  seconds: real,
});

export interface AddSummary extends Value<typeof ADD_SUMMARY> {}

export const CHECK_ANSWER = object({
  /** One pair for every stored text that is a near-duplicate, with the first document that has it; the most alike first. `a` is the query. */
  pairs: list<FoundPair>(FOUND_PAIR),
  /** Texts that it was compared with. */
  candidates: natural,
  /** It had more candidates than are compared. */
  truncated: boolean,
  /** Documents that are stored, if the index counts them. */
  documents: maybe(natural),
  /** The number of the last commit, if the index counts them. */
  commit: maybe(natural),
});

export interface CheckAnswer extends Value<typeof CHECK_ANSWER> {}

const { pairs, candidates, truncated } = fieldsIn(CHECK_ANSWER);
/** One of many answers: facts about the collection are in the summary. */
export const CHECK_LINE = object({ id: string, pairs, candidates, truncated });

export const CHECK_SUMMARY = object({
  documents: natural,
  duplicates: natural,
  truncated: natural,
  /** Documents that are stored. */
  stored: natural,
  commit: natural,
});

export const REMOVE_ANSWER = object({ id: string, state: choice('removed', 'missing') });

export interface RemoveAnswer extends Value<typeof REMOVE_ANSWER> {}

export const REMOVE_SUMMARY = object({ removed: natural, missing: natural, commit: natural });

export const SEARCH_ANSWER = object({
  /** The nearest first. */
  results: list<SearchResult>(SEARCH_RESULT),
  /** Documents that were searched. */
  documents: natural,
  /** The number of the last commit. */
  commit: natural,
});

/** The documents most like a text. */
export interface SearchAnswer extends Value<typeof SEARCH_ANSWER> {}

const stored = object({
  id: string,
  lang: maybe(string),
  meta: maybe(anyFields),
  /** When it was added or last seen, and when it expires. */
  seen: moment,
  expires: maybe(moment),
});

export const STORED_DOCUMENT = object({ ...fieldsIn(stored), text: string });

/** A stored document. */
export interface CollectionDocument extends Value<typeof STORED_DOCUMENT> {}

export const LISTED_DOCUMENT = object({
  ...fieldsIn(stored),
  /** Words of the canonical text. */
  words: natural,
  /** The first characters of the text. */
  start: string,
});

/** A document in a list. */
export interface ListedDocument extends Value<typeof LISTED_DOCUMENT> {}

export const LIST_PAGE = object({
  documents: list<ListedDocument>(LISTED_DOCUMENT),
  /** Where the next page begins; left out if there is none. */
  next: maybe(string),
});

export interface ListPage extends Value<typeof LIST_PAGE> {}

export const COLLECTION_INFO = object({
  path: string,
  /** Living documents: those that answers can name now. */
  documents: natural,
  /** Lines that are no longer in the answers: replaced, removed or expired. */
  dead: natural,
  /** The number of the last commit. */
  commit: natural,
  /** Bytes on disk, and the log's part. */
  bytes: natural,
  logBytes: natural,
  /** In memory. */
  memory: natural,
  segments: natural,
  /** How its texts are compared. */
  settings: schema<object>({ type: 'object' }),
  engine: string,
});

export const BACKUP = object({
  /** The folder. */
  backup: string,
  /** The last commit that it has. */
  commit: natural,
});

export const REPAIRED = object({
  /** Files that were damaged; they are in the folder `damaged` now. */
  setAside: list(string),
  /** Documents in the damaged places, as far as their ids can be read: the last state of these may be lost. */
  lost: list(string),
  /** Lines in the damaged places whose id cannot be read. */
  unreadable: natural,
  /** Commits that are damaged or gone. The ids in those that are gone are unknown. */
  missing: list(object({ from: natural, to: natural })),
  /** Other parts with losses; `watch` are the examples of watches. */
  beside: list(choice('events', 'shards', 'watch')),
});

/** What a repair saved and what was lost. */
export interface Repaired extends Value<typeof REPAIRED> {}
