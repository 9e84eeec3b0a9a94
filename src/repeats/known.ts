/**
 * What earlier runs of `trim` have seen, so that the shard of a later month is trimmed as if it had come with them. Only words that were new then
 * are kept: stretches of canonical text, every window of which is in one of them, and their anchors at 16 bytes each.
 */

/** The stretches of the runs before this one. They are numbered from 0 on, in the order in which they were seen. */
export interface KnownPassages {
  readonly stretches: number;
  /** Records of the anchors whose `low` is in the parts [from, to) of `KNOWN_PARTS` equal ones: low, high, stretch, number in the stretch. */
  anchors(from: number, to: number): Iterable<Uint32Array>;
  /** The canonical text of a stretch. */
  text(stretch: number): Uint8Array;
  /** The document of a stretch, and the number of its first word in that document. */
  place(stretch: number): { readonly id: string; readonly word: number };
}

export const KNOWN_PARTS = 1024;
/** Numbers of a record of an anchor. */
export const KNOWN_WIDTH = 4;

/** A stretch that no earlier run has seen. */
export interface NewStretch {
  readonly document: number;
  /** The number of its first word in the document. */
  readonly word: number;
  readonly text: Uint8Array;
  /** Low and high half of each. */
  readonly anchors: readonly number[];
}

/** Where known passages are kept from run to run. */
export interface PassageStore {
  /**
   * @param digest Of the texts of the input: if it was trimmed before, only what was known then counts, so that its output is the same.
   * @param least Words of a window.
   */
  open(digest: string, least: number): Promise<KnownPassages>;
  /** Keeps what was new in this run, unless its input was trimmed before. */
  save(stretches: Iterable<NewStretch>, idOf: (document: number) => string, temp?: string): Promise<void>;
  /** Lets other runs have it, whatever happened. */
  close(): Promise<void>;
}
