/** What the page of cuts shows. */

/** A part of a text, with a little of what is around it. */
export interface Excerpt {
  readonly id: string;
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

/** A passage that was cut, at one of its places, beside the place where it stayed; or an item that stands in a document. */
export interface ListedPassage {
  /** Times that it was cut, or documents that have it. */
  readonly count: number;
  readonly words: number;
  readonly cut: Excerpt;
  /** Left out if no place stays. */
  readonly kept?: Excerpt;
  /** Of an item: its suite and id. */
  readonly name?: string;
}

export interface CutsPageData {
  readonly title: string;
  /** Figures at the top. */
  readonly figures: readonly (readonly [name: string, value: number, note?: string])[];
  /** Documents by the share of their words that was cut: those without a cut, then by tenths. */
  readonly histogram?: readonly number[];
  /** A table: the names of its columns, and its rows. */
  readonly table?: readonly (readonly string[])[];
  /** The most frequent first. */
  readonly passages: readonly ListedPassage[];
  /** Passages that are not listed. */
  readonly unlisted: number;
}
