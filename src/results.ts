/** Results of all verbs, with the fields that the library, the command line and the service share. */

/** Whether two documents are more than alike. */
export interface Sameness {
  /**
   * The canonical texts are the same: the same words in the same order. Without it a resemblance of 1 says that the texts have the
   * same word sequences, though not equally often.
   */
  readonly identical: boolean;
  /** The files have the same bytes; if both documents are files of their own. */
  readonly sameBytes?: boolean;
}

/** A disguised word: it contains look-alikes or invisible characters. */
export interface Disguise {
  /** Its place, in UTF-16 code units of the extracted text. */
  readonly start: number;
  readonly end: number;
  /** The word, with escapes (`p\\u0430ypal`) for letters of another script and for invisible characters; a long one ends with `…`. */
  readonly text: string;
  /** The canonical word, which is compared. */
  readonly readAs: string;
}

/** The disguised words of a document. */
export interface Disguises {
  /** Words with look-alikes of another script. */
  readonly mixedWords: number;
  /** Invisible characters inside words. */
  readonly invisible: number;
  /** The first three. */
  readonly examples: readonly Disguise[];
}

/** A document's values of the requested `fields`, by name; left out if it has none. A long value ends with `…`. */
export type ShownValues = Readonly<Record<string, unknown>>;

/** Gives them for the document with a number. */
export type FieldsOf = (number: number) => ShownValues | undefined;

/** Two documents that were compared and found alike. `a` comes before `b` in the input. */
export interface Pair extends Sameness {
  readonly a: string;
  readonly b: string;
  readonly resemblance: number;
  readonly containment: { readonly aInB: number; readonly bInA: number };
  /** Differing bits of the two fingerprints. */
  readonly distance: number;
  readonly aFields?: ShownValues;
  readonly bFields?: ShownValues;
}

/** Two documents whose fingerprints differ in few bits. No text was compared: they may have nothing in common. */
export interface CandidatePair {
  readonly a: string;
  readonly b: string;
  /** Differing bits of the two fingerprints. */
  readonly distance: number;
  readonly verified: false;
}

/** A removed document, compared with the one kept for it. */
export interface Removed extends Sameness {
  readonly id: string;
  readonly keptId: string;
  readonly resemblance: number;
  /** `inKept`: how much of this document is in the kept one; `ofKept`: how much of the kept one is in this. */
  readonly containment: { readonly inKept: number; readonly ofKept: number };
  readonly distance: number;
  readonly group: number;
  /** True if `keptId` is a document of the reference (`against`), not of the input. */
  readonly reference?: true;
  readonly fields?: ShownValues;
  readonly keptFields?: ShownValues;
}

/** A kept document and all that were verified against it. Groups are numbered from 1 in input order of `kept`. */
export interface Group {
  readonly group: number;
  readonly kept: string;
  readonly members: readonly Removed[];
  readonly keptFields?: ShownValues;
}

/** A document that was found for a query. */
export interface SearchResult {
  /** The query: its text or its id. */
  readonly query: string;
  readonly id: string;
  /** Differing bits of the signatures. */
  readonly distance: number;
  /**
   * 1 if the signatures are equal, 0 if they are as far apart as those of unrelated texts. For a query of a few words: the weighted share
   * of its words that the document has.
   */
  readonly score: number;
  /** From 1. */
  readonly rank: number;
  /** Terms that both have, the most significant first, if `explain` was set. */
  readonly shared?: readonly string[];
}

/** Where words that were cut have stayed, in UTF-16 code units of that document's text. */
export interface KeptPlace {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly words: number;
  /** True for a document of the reference (`against`). */
  readonly reference?: true;
}

/** A part of a document's text that is cut, in UTF-16 code units of it. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  readonly words: number;
  /** Where its words have stayed, in their order; left out if every place is cut (`keep: 'none'`). */
  readonly from?: readonly KeptPlace[];
}

/** A document that something is cut from. */
export interface Trimmed {
  readonly id: string;
  readonly cuts: readonly Cut[];
  /** Words that are left. */
  readonly left: number;
  /** True if the document is not in the output, because no word is left, or fewer than `leastLeft`. */
  readonly removed?: true;
  readonly fields?: ShownValues;
}

export interface Summary {
  /** Documents read, the reference of `--against` not counted. */
  readonly documents: number;
  /** Documents that stay and that go, and groups of copies, if copies were looked for. */
  readonly kept?: number;
  readonly removed?: number;
  readonly groups?: number;
  /** If repeats were cut: documents that something was cut from, the cuts, the words of all documents, and those cut. */
  readonly trimmed?: number;
  readonly cuts?: number;
  readonly words?: number;
  readonly cutWords?: number;
  /** Changed documents of formats that are only read, such as PDF: they are in the output as text. */
  readonly asText?: number;
  /** Documents without a single word: kept, never grouped. */
  readonly empty: number;
  /** Documents with fewer words than `minWords`, if there are any: kept, never grouped. */
  readonly short?: number;
  readonly unreadable: number;
  /** Unreadable documents that are not in the output either; set if there is an output and something could not be read. */
  readonly leftOut?: number;
  /**
   * Names in the input folders that were not looked at and are not in the output, if there is one: dot-files, linked folders, pipes. Those of
   * folders end with a slash.
   */
  readonly passedOver?: readonly string[];
  /** If documents were compared: distinct texts with too many candidates, some of which were not compared. */
  readonly truncated?: number;
  /** Files of the input that are also in the reference (`against`). They count as input only, if there are any. */
  readonly inBoth?: number;
  /** Shards that were deduplicated, and those that were done already, if a collection keeps them. */
  readonly shards?: number;
  readonly skipped?: number;
  /** Number of pairs, if pairs were asked for. */
  readonly pairs?: number;
  readonly seconds: number;
  readonly engine: string;
}

/** The summary of a run. @param start When it began, by `performance.now()`. @param more Counts besides the usual ones. */
export function summaryOf(start: number, counts: SummaryCounts, more: Partial<Summary> = {}): Summary {
  const { documents, empty, short, unreadable, engine, inBoth } = counts;
  const seconds = Math.round(performance.now() - start) / 1000;
  const some = { ...(short !== undefined && { short }), ...(inBoth !== undefined && { inBoth }) };
  return { documents, ...more, empty, unreadable, ...some, seconds, engine };
}

type SummaryCounts = Pick<Summary, 'documents' | 'empty' | 'short' | 'unreadable' | 'engine' | 'inBoth'>;
