/** Disguised words of a document. */
import { choice, list, maybe, natural, object, string, type Value } from '../schema.ts';

export const DISGUISE = object({
  /** Its place, in UTF-16 code units of the extracted text. */
  start: natural,
  end: natural,
  /** The word, with escapes (`p\\u0430ypal`) for letters of another script and for hidden characters; a long one ends with `…`. */
  text: string,
  /** The canonical word or words, which are compared. */
  readAs: string,
});

/** A disguised word: it contains look-alikes or hidden characters. */
export interface Disguise extends Value<typeof DISGUISE> {}

export const DISGUISES = object({
  /** Words with look-alikes of another script. */
  mixedWords: natural,
  /** Invisible and control characters inside words, and overrides of direction before them. */
  invisible: natural,
  /** The counts are those of the beginning of a text that has very many suspicious words. */
  atLeast: maybe(choice(true)),
  /** The first three. None if a run met so many disguised texts that only counts were kept. */
  examples: list<Disguise>(DISGUISE, { minItems: 0, maxItems: 3 }),
});

/** The disguised words of a document. */
export interface Disguises extends Value<typeof DISGUISES> {}

export const BOTH_DISGUISES = object({ a: maybe<Disguises>(DISGUISES), b: maybe<Disguises>(DISGUISES) });
