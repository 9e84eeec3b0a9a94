/** Lines of one run over many documents: what was read, fingerprinted and found, and the summaries at the end. */
import {
  anyFields,
  choice,
  fieldsIn,
  fraction,
  list,
  maybe,
  natural,
  object,
  ordinal,
  real,
  schema,
  string,
  type Value,
} from '../schema.ts';

export const PLACE = object({
  /** The file, URL or `standard input`. */
  source: string,
  /** 1-based, if the source has lines. */
  line: maybe(ordinal),
  /** 2 for the second document that begins on this line, and so on; left out for the first one. */
  nth: maybe(natural),
});

/** The place of a document in its source, for messages that people can follow. */
export interface Place extends Value<typeof PLACE> {}

export const PROBLEM = object({
  ...fieldsIn(PLACE),
  /** One sentence: what was expected, what was found, and what to do about it. */
  reason: string,
});

const hexadecimal = schema<string>({ type: 'string', pattern: '^[0-9a-f]{16}$' });

export const FINGERPRINT = object({
  id: string,
  /** 16 hexadecimal digits. */
  fingerprint: hexadecimal,
});

export const DOCUMENT_IMAGE = object({
  id: string,
  image: string,
  checksum: string,
  /** The checksums that are kept, ascending, 16 hexadecimal digits each. */
  values: list(hexadecimal),
});

export const CANONICAL_DOCUMENT = object({
  id: string,
  /** Words with single spaces between them. */
  text: string,
});

export const PART_FINGERPRINT = object({
  id: string,
  level: choice('document', 'paragraph', 'sentence'),
  /** The number of the part in its document, from 0. */
  paragraph: maybe(natural),
  sentence: maybe(natural),
  /** Its place in the extracted text, in UTF-16 units. */
  start: natural,
  end: natural,
  /** 16 hexadecimal digits. */
  fingerprint: hexadecimal,
});

/** The fingerprint of a document, or of one of its paragraphs or sentences. */
export interface PartFingerprint extends Value<typeof PART_FINGERPRINT> {}

export const PARAGRAPH = object({
  /** UTF-16 units from the beginning of the text, as `slice` takes them. */
  start: natural,
  end: natural,
});

/** Where a paragraph begins and ends in its text. */
export interface Paragraph extends Value<typeof PARAGRAPH> {}

export const DOCUMENT_TEXT = object({
  id: string,
  /** Paragraphs separated by blank lines. */
  text: string,
  /** Where each paragraph is in `text`. */
  paragraphs: list<Paragraph>(PARAGRAPH),
  /** The language and other fields from the source. */
  lang: maybe(string),
  meta: maybe(anyFields),
});

/** A document as it is read. */
export interface DocumentText extends Value<typeof DOCUMENT_TEXT> {}

export const SEARCH_RESULT = object({
  /** The query: its text or its id. */
  query: string,
  id: string,
  /** Differing bits of the signatures. */
  distance: natural,
  /**
   * 1 if the signatures are equal, 0 if they are as far apart as those of unrelated texts. For a query of a few words: the weighted share
   * of its words that the document has.
   */
  score: real,
  /** From 1. */
  rank: ordinal,
  /** Terms that both have, the most significant first, if `explain` was set. */
  shared: maybe(list(string)),
});

/** A document that was found for a query. */
export interface SearchResult extends Value<typeof SEARCH_RESULT> {}

export const RUN_SUMMARY = object({
  /** Documents read, the reference of `--against` not counted. */
  documents: natural,
  /** Documents without a single word: kept, never grouped. */
  empty: natural,
  /** Documents with fewer words than `minWords`, if there are any: kept, never grouped. */
  short: maybe(ordinal),
  unreadable: natural,
  /** If documents were compared: distinct texts with too many candidates, some of which were not compared. */
  truncated: maybe(natural),
  /** Files of the input that are also in the reference (`against`). They count as input only, if there are any. */
  inBoth: maybe(ordinal),
  /** Shards that were deduplicated, and those that were done already, if a collection keeps them. */
  shards: maybe(natural),
  skipped: maybe(natural),
  seconds: real,
  engine: string,
});

const COPIES = object({
  /** Documents that stay and that go, and groups of copies, if copies were looked for. */
  kept: natural,
  removed: natural,
  groups: natural,
  /** Unreadable documents that are not in the output either; set if there is an output and something could not be read. */
  leftOut: maybe(natural),
  /**
   * Names in the input folders that were not looked at and are not in the output, if there is one: dot-files, linked folders, pipes. Those of
   * folders end with a slash.
   */
  passedOver: maybe(list(string, { minItems: 1 })),
});

const CUTS = object({
  /** If repeats were cut: documents that something was cut from, the cuts, the words of all documents, and those cut. */
  trimmed: natural,
  cuts: natural,
  words: natural,
  cutWords: natural,
  /** Changed documents of formats that are only read, such as PDF: they are in the output as text. */
  asText: maybe(ordinal),
});

const MEASURED = object({
  /** If a search was measured: the queries that were searched by signatures, the others by their words. */
  measured: maybe(natural),
  /** The share of the k results that are no farther than the true k-th, and CDR@k (paper B): means over these queries. */
  recall: maybe(fraction),
  cdr: maybe(fraction),
});

export const SUITE = object({
  suite: string,
  /** Items, those that are too short to be looked for, and those that documents have. */
  items: natural,
  short: natural,
  found: natural,
  /** Documents that have one. */
  documents: natural,
});

/** What was found of an evaluation set. */
export interface Suite extends Value<typeof SUITE> {}

const CONTAMINATION = object({
  /** If items of evaluation sets were looked for: documents that have one, and what was found of each set. */
  contaminated: natural,
  suites: list<Suite>(SUITE),
});

const PAIRS = object({
  /** Number of pairs, if pairs were asked for. */
  pairs: natural,
});

export const DEDUP_SUMMARY = object({ ...fieldsIn(RUN_SUMMARY), ...fieldsIn(COPIES) });
const { groups: _, ...KEPT } = fieldsIn(COPIES);
export const TRIM_SUMMARY = object({ ...fieldsIn(RUN_SUMMARY), ...KEPT, ...fieldsIn(CUTS) });
export const SEARCH_SUMMARY = object({ ...fieldsIn(RUN_SUMMARY), ...fieldsIn(MEASURED) });
/** Without an action only the first two are counted. */
export const DECONTAMINATE_SUMMARY = object({
  ...fieldsIn(RUN_SUMMARY),
  ...fieldsIn(CONTAMINATION),
  kept: maybe(natural),
  removed: maybe(natural),
  leftOut: KEPT.leftOut,
  passedOver: KEPT.passedOver,
  cuts: maybe(natural),
  words: maybe(natural),
  cutWords: maybe(natural),
  asText: fieldsIn(CUTS).asText,
});
export const PAIRS_SUMMARY = object({ ...fieldsIn(RUN_SUMMARY), ...fieldsIn(PAIRS) });

/** What a run did. Which counts it has depends on what was asked. */
export interface Summary
  extends Value<typeof RUN_SUMMARY>,
    Partial<Value<typeof COPIES>>,
    Partial<Value<typeof CUTS>>,
    Partial<Value<typeof CONTAMINATION>>,
    Partial<Value<typeof PAIRS>>,
    Value<typeof MEASURED> {}
