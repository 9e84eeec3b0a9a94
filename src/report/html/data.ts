/** The data inside the page, as short as it can be: the writer makes these rows, the page's script reads them. */

/** Group number, kept document, members, and how many members more there are than the page lists. */
export type GroupRow = readonly [
  group: number,
  kept: string,
  members: readonly MemberRow[],
  unlisted: number,
];

export type MemberRow = readonly [
  id: string,
  resemblance: number,
  inKept: number,
  ofKept: number,
  distance: number,
];

/** A text by its document's id. `text` is 0 where it is the kept document's, letter for letter. */
export type TextRow = readonly [id: string, text: string | 0, lang: string, uncutLength: number];

/** What is known only when the last group was written. */
export interface Totals {
  /** Removed documents by resemblance, in steps of 0.01; the last is exactly 1. */
  readonly histogram: readonly number[];
  /** Groups, and removed documents, that are not listed because the page would be too large. */
  readonly unlistedGroups: number;
  readonly unlistedMembers: number;
  /** True where texts were left out because the page would be too large. */
  readonly textsLeftOut: boolean;
  readonly textMegabytes: number;
  readonly textsPerGroup: number;
}
