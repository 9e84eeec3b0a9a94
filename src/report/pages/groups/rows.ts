/** The data inside the page, as short as possible: the writer makes these rows, the page's script reads them. */

export type GroupRow = readonly [
  group: number,
  kept: string,
  members: readonly MemberRow[],
  /** Members that the page does not list. */
  unlisted: number,
  /** The kept document's fields shown beside its id. */
  shown?: string,
];

export type MemberRow = readonly [
  id: string,
  /** 1 for identical texts only. */
  resemblance: number,
  inKept: number,
  ofKept: number,
  distance: number,
  /** 1 if it is the same file as the kept document. */
  sameFile: number,
  shown?: string,
];

/** A text by its document's id. `text` is 0 if the part on the page is the same as the kept document's, letter for letter. */
export type TextRow = readonly [id: string, text: string | 0, lang: string, uncutLength: number];

/** Facts that are known only after the last group was written. */
export interface Totals {
  /** Removed documents by resemblance, in steps of 0.01; the last is for identical texts. */
  readonly histogram: readonly number[];
  /** Groups, and removed documents, that are not listed because the page would be too large. */
  readonly unlistedGroups: number;
  readonly unlistedMembers: number;
  /** Removed documents that are listed, and those whose texts are in the page, too. */
  readonly listedMembers: number;
  readonly openMembers: number;
}
