/** Documents that repeated passages are cut from, with the places where their words have stayed. */
import { anyFields, choice, list, maybe, natural, object, ordinal, string, type Value } from '../schema.ts';

export const KEPT_PLACE = object({
  id: string,
  /** Its place in the extracted text of that document, in UTF-16 units. */
  start: natural,
  end: natural,
  words: ordinal,
  /** True if it is a document of the reference (`against`). */
  reference: maybe(choice(true)),
});

/** Where words that were cut have stayed. */
export interface KeptPlace extends Value<typeof KEPT_PLACE> {}

export const CUT = object({
  /** Its place in the extracted text, in UTF-16 units. */
  start: natural,
  end: natural,
  words: ordinal,
  /** Where its words have stayed, in their order; left out if every place is cut (`keep: 'none'`). */
  from: maybe(list<KeptPlace>(KEPT_PLACE, { minItems: 1 })),
});

/** A part of a document's text that is cut. */
export interface Cut extends Value<typeof CUT> {}

export const TRIMMED = object({
  id: string,
  cuts: list<Cut>(CUT, { minItems: 1 }),
  /** Words that are left. */
  left: natural,
  /** True if the document is not in the output, because no word is left, or fewer than `leastLeft`. */
  removed: maybe(choice(true)),
  /** Values of the requested `fields`. */
  fields: maybe(anyFields),
});

/** A document that something is cut from. */
export interface Trimmed extends Value<typeof TRIMMED> {}
