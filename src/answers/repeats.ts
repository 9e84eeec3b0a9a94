/** Documents that something is cut from: repeated passages, with the places where their words have stayed, and items of evaluation sets. */
import {
  anyFields,
  boolean,
  choice,
  fraction,
  list,
  maybe,
  natural,
  object,
  ordinal,
  string,
  type Value,
} from '../schema.ts';

export const KEPT_PLACE = object({
  id: string,
  /** Its place in the extracted text of that document, in UTF-16 units. */
  start: natural,
  end: natural,
  words: ordinal,
  /** True if it is a document of the reference (`against`). */
  reference: maybe(choice(true)),
});

/** Words that an earlier run has seen (`known`). */
export const KNOWN_PLACE = object({
  id: string,
  /** The number of the first of them among the canonical words of that document. */
  word: natural,
  words: ordinal,
});

export interface KnownPlace extends Value<typeof KNOWN_PLACE> {}

/** Where words that were cut have stayed. */
export interface KeptPlace extends Value<typeof KEPT_PLACE> {}

export const CUT = object({
  /** Its place in the extracted text, in UTF-16 units. */
  start: natural,
  end: natural,
  words: ordinal,
  /** Where its words have stayed, in their order; left out if every place is cut (`keep: 'none'`). */
  from: maybe(list<KeptPlace>(KEPT_PLACE, { minItems: 1 })),
  /** Where its other words stand in the documents of earlier runs (`known`). */
  known: maybe(list<KnownPlace>(KNOWN_PLACE, { minItems: 1 })),
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

export const ITEM_SPAN = object({
  /** Its place in the extracted text, in UTF-16 units. */
  start: natural,
  end: natural,
  words: ordinal,
});

/** A place where words of an item stand. */
export interface ItemSpan extends Value<typeof ITEM_SPAN> {}

export const FOUND_ITEM = object({
  id: string,
  /** The evaluation set, and the id of its item. */
  suite: string,
  item: string,
  /** How much of the item's words stand in the document, and how much of what they weigh: words of templates weigh less. */
  share: fraction,
  ownShare: fraction,
  /** Words of the longest equal run. */
  longest: ordinal,
  /** Whether that is enough to say that the document has the item. */
  contaminated: boolean,
  /** Where its words stand. */
  spans: list<ItemSpan>(ITEM_SPAN, { minItems: 1 }),
  /** True if the document is not in the output. */
  removed: maybe(choice(true)),
  /** Values of the requested `fields`. */
  fields: maybe(anyFields),
});

/** An item of an evaluation set that stands in a document, or a good part of it. */
export interface FoundItem extends Value<typeof FOUND_ITEM> {}
