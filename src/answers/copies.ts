/** Documents that are copies of others: pairs, removed documents and groups, with their evidence. */
import {
  anyFields,
  boolean,
  choice,
  either,
  fieldsIn,
  fraction,
  type JsonType,
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
import { BOTH_DISGUISES, DISGUISES, type Disguises } from './disguises.ts';

export const SAMENESS = object({
  /**
   * The canonical texts are the same: the same words in the same order. Without it a resemblance of 1 says that the texts have the
   * same word sequences, though not equally often.
   */
  identical: boolean,
  /** The files have the same bytes; if both documents are files of their own. */
  sameBytes: maybe(boolean),
});

/** Whether two documents are more than alike. */
export interface Sameness extends Value<typeof SAMENESS> {}

/** What two documents have in common. `a` comes before `b` in the input. */
export const EVIDENCE = object({
  ...fieldsIn(SAMENESS),
  /** The share of shingles that both have, of all that one of them has. */
  resemblance: fraction,
  /** The share of one text's shingles that the other has. */
  containment: object({ aInB: fraction, bInA: fraction }),
  /** Differing bits of the two fingerprints. */
  distance: natural,
});

export const PAIR = object({
  ...fieldsIn(EVIDENCE),
  a: string,
  b: string,
  /** Disguised words of either document; left out if there are none. */
  disguises: maybe(BOTH_DISGUISES),
  /** Their values of the requested `fields`. */
  aFields: maybe(anyFields),
  bFields: maybe(anyFields),
});

/** Two documents that were compared and found alike. `a` comes before `b` in the input. */
export interface Pair extends Value<typeof PAIR> {}

export const FOUND_PAIR = object({
  ...fieldsIn(PAIR),
  /** More documents that have the text of `b`, if there are any. */
  copies: maybe(ordinal),
});

/** A stored document that resembles the one asked about. */
export interface FoundPair extends Value<typeof FOUND_PAIR> {}

export const CANDIDATE_PAIR = object({
  a: string,
  b: string,
  /** Differing bits of the two fingerprints. */
  distance: natural,
  verified: choice(false),
});

/** Two documents whose fingerprints differ in few bits. No text was compared: they may have nothing in common. */
export interface CandidatePair extends Value<typeof CANDIDATE_PAIR> {}

export const IMAGE_PAIR = object({
  a: string,
  b: string,
  /** Estimated from the checksums that both images keep. */
  resemblance: fraction,
  /** Standard error of the resemblance; 0 if the images have all shingles. */
  error: real,
  /** How much of one is in the other; the smallest checksums do not tell. */
  containment: maybe(object({ aInB: fraction, bInA: fraction })),
  verified: choice(false),
});

/** Two documents whose images resemble each other (paper C). No text was compared. */
export interface ImagePair extends Value<typeof IMAGE_PAIR> {}

export const REMOVED = object({
  ...fieldsIn(SAMENESS),
  id: string,
  keptId: string,
  /** The share of shingles that both have, of all that one of them has. */
  resemblance: fraction,
  /** `inKept`: how much of this document is in the kept one; `ofKept`: how much of the kept one is in this. */
  containment: object({ inKept: fraction, ofKept: fraction }),
  /** Differing bits of the two fingerprints. */
  distance: natural,
  /** The number of its group. */
  group: ordinal,
  /** The two have the same value of `uniqueBy`: they are copies even if their texts have little in common. */
  sameKey: maybe(choice(true)),
  /** True if `keptId` is a document of the reference (`against`), not of the input. */
  reference: maybe(choice(true)),
  /** Disguised words of this document and of the kept one; left out if there are none. */
  disguises: maybe<Disguises>(DISGUISES),
  keptDisguises: maybe<Disguises>(DISGUISES),
  /** Values of the requested `fields`. */
  fields: maybe(anyFields),
  keptFields: maybe(anyFields),
});

/** A removed document, compared with the one kept for it. */
export interface Removed extends Value<typeof REMOVED> {}

/** Null as well. */
const orNull = <T>(value: JsonType<T>) => either(value, schema<null>({ type: 'null' }));

export const ANNOTATION = object({
  /** The number of its group; null for a document without copies. */
  group: orNull(ordinal),
  /** Documents in its group, 1 for a document without copies. */
  copies: ordinal,
  /** False for a document that `dedup` removes. */
  kept: boolean,
  /** The document that its group was compared with; its own id for that document and for one without copies. */
  keptId: string,
  /** The share of shingles that it and that document have in common; null if it is that document. */
  resemblance: orNull(fraction),
});

/** What `annotate` says of a document. */
export interface Annotation extends Value<typeof ANNOTATION> {}

export const GROUP = object({
  group: ordinal,
  /** Documents in the group, the kept one included. */
  size: ordinal,
  kept: string,
  members: list<Removed>(REMOVED, { minItems: 1 }),
  /** Disguised words of the kept document; left out if there are none. */
  keptDisguises: maybe<Disguises>(DISGUISES),
  /** Values of the requested `fields`. */
  keptFields: maybe(anyFields),
});

/** A kept document and all that were verified against it. Groups are numbered from 1 in input order of `kept`. */
export interface Group extends Value<typeof GROUP> {}

const MEASURES = object({
  hits: natural,
  /** Pairs found, documents with the same text paired with each other; with `judged`, only those that the file of known pairs names. */
  found: natural,
  precision: fraction,
  recall: fraction,
  f1: fraction,
});

export const CURVE_POINT = object({ threshold: fraction, ...fieldsIn(MEASURES) });

/** The measures at one threshold. */
export interface CurvePoint extends Value<typeof CURVE_POINT> {}

export const EVALUATION_ERROR = object({
  /** A known pair that was not found, or a pair found that is not known. */
  kind: choice('missed', 'wrong'),
  a: string,
  b: string,
  /** Left out if the two were no candidates, or share less than was looked for. */
  resemblance: maybe(fraction),
});

/** A pair on which the answer and the known pairs differ. */
export interface EvaluationError extends Value<typeof EVALUATION_ERROR> {}

export const EVALUATION = object({
  /** Known pairs that count, and those among them that were found. */
  truth: natural,
  ...fieldsIn(MEASURES),
  /** The same at every threshold of a sweep, the lowest first. */
  curve: maybe(list<CurvePoint>(CURVE_POINT)),
  /** Known pairs left out because one of their documents is not in the input. */
  unknown: natural,
});
