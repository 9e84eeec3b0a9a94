/** Answers about watches, and the events that they cause. */
import {
  anyFields,
  choice,
  either,
  fieldsIn,
  fraction,
  list,
  maybe,
  moment,
  momentText,
  natural,
  object,
  ordinal,
  string,
  type Value,
} from '../schema.ts';
import { EVIDENCE } from './copies.ts';

export const WATCH = object({
  /** Its name. A watch that has it already is replaced. */
  id: string,
  /** The examples, at most 100; none only if there are keywords or conditions. */
  texts: list(string),
  lang: maybe(string),
  /**
   * Documents that are near-duplicates of an example: the least resemblance, from the threshold of the collection to 1. False: they are
   * not looked for. @default the threshold of the collection
   */
  near: maybe(either(fraction, choice(false))),
  /** Documents with a passage of an example: the least number of words, 8 to 10,000. @default not looked for */
  passage: maybe(natural),
  /**
   * Documents about the subject of an example: the least cosine of their words, by how rare each is, above 0 to 1; 0.15 is a good start. The
   * collection must have 100 documents. @default not looked for
   */
  like: maybe(fraction),
  /** Documents that have these words, 1 to 100; several words in one string stand in a row. */
  keywords: maybe(list(string)),
  /** How many of the keywords a document needs. @default any */
  needs: maybe(either(choice('any', 'all'), ordinal)),
  /** Only documents whose fields are so: `lang = uk`, `date > 2026-01-01`, `source in a,b`; all of these. At most 20. */
  where: maybe(list(string)),
  /** Whatever else the caller wants to keep with it. */
  meta: maybe(anyFields),
});

export const STORED_WATCH = object({
  ...fieldsIn(WATCH),
  created: moment,
  expires: maybe(moment),
});

/** A watch as it is kept. */
export interface StoredWatch extends Value<typeof STORED_WATCH> {}

export const WATCH_ANSWER = object({ id: string, state: choice('added', 'replaced', 'unchanged') });

export interface WatchAnswer extends Value<typeof WATCH_ANSWER> {}

export const WATCH_EVENT = object({
  /** 1, 2, 3 …: none is left out. */
  position: ordinal,
  /** When the document arrived, in ISO 8601. */
  time: momentText,
  /** The ids of the watch and of the document. */
  watch: string,
  id: string,
  /** The commit that brought the document. */
  commit: natural,
  /** The example that it most resembles, if it is a near-duplicate of one. `a` is the document. */
  near: maybe(object({ ...fieldsIn(EVIDENCE), text: natural })),
  /** The example with the longest shared passage: words of that passage, and the share of the document that is in the example. */
  passage: maybe(object({ text: natural, words: natural, share: fraction })),
  /** The example whose subject it is most about: the cosine, and words of both, those that add most to it first. */
  like: maybe(object({ text: natural, score: fraction, shared: list(string) })),
  /** The keywords that the document has. */
  keywords: maybe(list(string)),
});

/** A match between a watch and an arriving document. `text` is the number of the example, from 0. */
export interface WatchEvent extends Value<typeof WATCH_EVENT> {}

export const EVENTS_KEPT = object({
  /** The positions of the first and the last event that there is. */
  first: natural,
  last: natural,
});
