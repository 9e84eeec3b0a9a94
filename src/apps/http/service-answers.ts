/**
 * Answers that only the service gives, besides those of the library (`src/answers/`): types, OpenAPI and the page derive from these
 * declarations.
 */
import {
  ADD_ANSWER,
  ADD_SUMMARY,
  boolean,
  CHECK_ANSWER,
  CHECK_LINE,
  CHECK_SUMMARY,
  CLASS_SUMMARY,
  COLLECTION_INFO,
  COMPARISON,
  COMPARISON_SUMMARY,
  choice,
  DEDUP_SUMMARY,
  DOCUMENT_TEXT,
  either,
  fieldsIn,
  fraction,
  GROUP,
  type Group,
  LIST_PAGE,
  list,
  maybe,
  momentText,
  natural,
  object,
  of,
  ordinal,
  REMOVE_ANSWER,
  RUN_SUMMARY,
  real,
  SHARING_PAIR,
  STORED_DOCUMENT,
  STORED_WATCH,
  type Summary,
  schema,
  string,
  UNREAD_FILE,
  type UnreadFile,
  type Value,
  WATCH_EVENT,
} from '../../answers/index.ts';

export const HTTP_PROBLEM = object({
  type: string,
  title: string,
  status: natural,
  code: string,
  detail: string,
  advice: string,
  /** Names this answer in the log. */
  instance: string,
});

/** The body of an error response. */
export interface HttpProblem extends Value<typeof HTTP_PROBLEM> {}

/** The number of the last commit, for keys that reach all documents: it counts the changes of others. */
const commit = maybe(natural);

export const FAILED_LINE = object({ id: string, state: choice('failed'), reason: string });

const { path: _, ...info } = fieldsIn(COLLECTION_INFO);

export const NAMED_INFO = object({ name: string, ...info });

/** The answer of `collection info`, with the name in place of the path. */
export interface NamedInfo extends Value<typeof NAMED_INFO> {}

/** What a key for some documents learns: not how many others there are. */
export const OWN_INFO = object({ name: string, settings: info.settings, engine: info.engine });

export const BROKEN_COLLECTION = object({
  /** That of its folder. */
  name: string,
  reason: string,
  advice: string,
});

/** A collection that cannot be opened. */
export interface BrokenCollection extends Value<typeof BROKEN_COLLECTION> {}

export const COLLECTIONS = object({
  collections: list(either(NAMED_INFO, OWN_INFO)),
  broken: list<BrokenCollection>(BROKEN_COLLECTION),
});

export const DOCUMENT_PAGE = object({
  ...fieldsIn(LIST_PAGE),
  /** Left out if the key reaches some documents only. */
  total: maybe(natural),
  commit,
});

export const SOME_DOCUMENTS = object({ documents: list(STORED_DOCUMENT), missing: list(string) });

export const HEADS = object({
  documents: list(object({ id: string, title: maybe(string), snippet: string, characters: natural })),
});

/** How a document is named to a person. */
export type Head = Value<typeof HEADS>['documents'][number];

export const TITLED = object({
  documents: list(object({ id: string, title: string })),
  /** Titles that were looked at. */
  looked: natural,
  /** There are more documents than were looked at. */
  isPart: maybe(choice(true)),
});

export const PUT_ANSWER = object({ ...fieldsIn(ADD_ANSWER), commit });

export const ADD_LINE = either(ADD_ANSWER, object({ summary: object({ ...fieldsIn(ADD_SUMMARY), commit }) }));

export const DELETE_ANSWER = object({ id: string, state: choice('removed'), commit });

export const REMOVALS = object({
  /** If they were named. */
  documents: maybe(list(REMOVE_ANSWER)),
  removed: natural,
  missing: natural,
  commit,
});

export const ONE_CHECK = object({ id: maybe(string), ...fieldsIn(CHECK_ANSWER) });

const { id: _id, ...checked } = fieldsIn(CHECK_LINE);
/** A text of a line may have no id. */
export const CHECK_LINES = either(
  either(object({ id: maybe(string), ...checked }), FAILED_LINE),
  object({ summary: object({ ...fieldsIn(CHECK_SUMMARY), failed: natural }) }),
);

export const COMPARED_SOURCES = object({
  sources: list(COMPARISON),
  summary: maybe(COMPARISON_SUMMARY),
});

const sha256 = schema<string>({ type: 'string', pattern: '^[0-9a-f]{64}$' });

export const REVIEWED_PAIR = object({
  a: string,
  b: string,
  /** The SHA-256 of each text, to recognize it. */
  texts: maybe(object({ a: sha256, b: sha256 })),
});

export interface ReviewedPair extends Value<typeof REVIEWED_PAIR> {}

export const REVIEW_STATES = ['certain', 'suspicious', 'innocent'] as const;

export const REVIEW = object({
  ...fieldsIn(REVIEWED_PAIR),
  /** Undefined if there is only a note. */
  state: maybe(choice(...REVIEW_STATES)),
  note: maybe(string),
  /** When it was written, ISO 8601. */
  time: momentText,
});

/** A person's verdict on a pair of documents. */
export interface Review extends Value<typeof REVIEW> {}

export const REVIEWS = object({
  reviews: list<Review>(REVIEW),
  /** Reviews that are lost because their lines on the disk are damaged. */
  damaged: natural,
});

export const REMOVED_REVIEW = object({ ...fieldsIn(REVIEWED_PAIR), state: choice('removed') });

const savedText = object({ id: string, text: string, lang: maybe(string) });

/** How the documents of a class are compared: as `compare-all` has it. */
const CLASS_SETTINGS = object({
  exclude: maybe(list(object({ id: string, text: string }))),
  excludeQuotations: maybe(boolean),
  excludeBibliography: maybe(boolean),
  countCommon: maybe(boolean),
  partners: maybe(ordinal),
  in: maybe(boolean),
  inClass: maybe(string),
  onlyIn: maybe(boolean),
});

const ofClass = {
  class: string,
  /** When it was saved, ISO 8601. */
  saved: momentText,
  /** Documents that are lost because their lines on the disk are damaged. */
  damaged: natural,
};

export const CLASS_HEAD = object({ ...ofClass, documents: natural });

/** A class that was saved, without its texts. */
export interface ClassHead extends Value<typeof CLASS_HEAD> {}

export const SAVED_CLASS = object({
  ...ofClass,
  ...fieldsIn(CLASS_SETTINGS),
  documents: list(savedText),
  /** Files that could not be read when the class was made. */
  unread: maybe(list<UnreadFile>(UNREAD_FILE)),
});

/** The documents of a class and how they are compared. Verdicts and notes on its pairs are reviews of the collection. */
export interface SavedClass extends Value<typeof SAVED_CLASS> {}

export const BROKEN_CLASS = object({ file: string, reason: string, advice: string });

/** A file of a class that cannot be read. */
export interface BrokenClass extends Value<typeof BROKEN_CLASS> {}

export const CLASSES = object({
  classes: list<ClassHead>(CLASS_HEAD),
  broken: list<BrokenClass>(BROKEN_CLASS),
});

export const REMOVED_CLASS = object({ class: string, state: choice('removed') });

/** Pairs of a class. Those of texts that were not read from files have hashes, to recognize them. */
export const CLASS_LINE = either(
  either(object({ ...fieldsIn(SHARING_PAIR), ...fieldsIn(REVIEWED_PAIR) }), FAILED_LINE),
  object({ summary: CLASS_SUMMARY }),
);

export const TEXT_LINE = either(either(DOCUMENT_TEXT, FAILED_LINE), object({ summary: RUN_SUMMARY }));

export const GROUPS_HEAD = object({
  /** The commit whose documents were grouped. */
  commit: natural,
  threshold: fraction,
  time: momentText,
  summary: of<Summary>(DEDUP_SUMMARY),
  /** Members by their resemblance to the kept document, in steps of 5 % from 0. */
  histogram: list(natural),
});

/** Facts about all groups together. */
export interface GroupsHead extends Value<typeof GROUPS_HEAD> {}

export const GROUP_PAGE = object({
  groups: list<Group>(GROUP),
  /** Groups and copies that the page is a part of: those of at least `resemblance`. */
  shown: object({ groups: natural, copies: natural }),
  /** The `after` of the next page. */
  next: maybe(string),
  ...fieldsIn(GROUPS_HEAD),
});

export interface GroupPage extends Value<typeof GROUP_PAGE> {}

const STAGE = choice('plan', 'read', 'match', 'verify', 'write');

/** How far a request is that is still worked on. */
export const REQUEST_PROGRESS = object({
  stage: STAGE,
  documents: natural,
  /** The share of the stage that is done, if it is known. */
  share: maybe(fraction),
  /** Pairs that were compared, of all that will be. */
  pairs: maybe(natural),
  totalPairs: maybe(natural),
});

export type RequestProgress = Value<typeof REQUEST_PROGRESS>;

export const TASK_TYPES = ['import', 'groups', 'merge', 'backup', 'compare'] as const;

export type TaskType = (typeof TASK_TYPES)[number];

export const TASK = object({
  task: ordinal,
  collection: string,
  type: choice(...TASK_TYPES),
  state: choice('queued', 'running', 'finished', 'failed', 'canceled'),
  created: momentText,
  started: maybe(momentText),
  ended: maybe(momentText),
  stage: maybe(STAGE),
  documents: maybe(natural),
  bytes: maybe(real),
  totalBytes: maybe(real),
  /** What it did, as the command of its type says it. */
  summary: maybe(schema<unknown>({})),
  problem: maybe<HttpProblem>(HTTP_PROBLEM),
});

/** Work that takes longer than a request. */
export interface Task extends Value<typeof TASK> {}

export const TASKS = object({ tasks: list<Task>(TASK) });

export const WATCHES = object({ watches: list(STORED_WATCH) });

export const EVENT_PAGE = object({
  events: list(WATCH_EVENT),
  /** The positions of the first and the last event that there is. */
  first: natural,
  last: natural,
});

/** `admin` may do everything. */
export const SCOPES = ['read', 'write', 'watch', 'metrics', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

const scopes = list(choice(...SCOPES));

export const SERVICE_KEY = object({
  /** Its public name, by which it is listed and revoked. */
  key: string,
  /** The purpose of the key. */
  name: maybe(string),
  scopes,
  /** The key reaches only documents whose `COLLECTION/ID` begins with this. @default all */
  prefix: maybe(string),
  /** From this moment on (ISO 8601) it is refused. @default never */
  expires: maybe(momentText),
  /** Requests a minute. @default no limit */
  rate: maybe(ordinal),
  created: momentText,
});

export interface ServiceKey extends Value<typeof SERVICE_KEY> {}

export const NEW_KEY_ANSWER = object({ ...fieldsIn(SERVICE_KEY), secret: string });

export const KEYS = object({ keys: list<ServiceKey>(SERVICE_KEY) });

export const HEALTH = object({ state: choice('running') });
export const READY = object({ state: choice('ready'), broken: natural });
export const NOT_READY = object({ state: choice('waiting') });

export const SERVICE_INFO = object({
  version: string,
  /** Whether requests need a key. */
  keys: boolean,
  /** What the key may do, and which documents it reaches. */
  scopes,
  prefix: maybe(string),
  /** Bytes of a request. */
  limits: object({ json: natural, file: natural, upload: natural, held: natural }),
  /** Since the start. */
  seconds: real,
});

export interface ServiceInfo extends Value<typeof SERVICE_INFO> {}
