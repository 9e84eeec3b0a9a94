/** Results of all verbs, with the fields that the library, the command line and the service share. They are declared in `answers/`. */
import type { Summary } from './answers/runs.ts';

export type {
  Annotation,
  CandidatePair,
  Group,
  ImagePair,
  Pair,
  Removed,
  Sameness,
} from './answers/copies.ts';
export type { Disguise, Disguises } from './answers/disguises.ts';
export type { Cut, FoundItem, ItemSpan, KeptPlace, KnownPlace, Trimmed } from './answers/repeats.ts';
export type { SearchResult, Suite, Summary } from './answers/runs.ts';

/** A document's values of the requested `fields`, by name; left out if it has none. A long value ends with `…`. */
export type ShownValues = Readonly<Record<string, unknown>>;

/** Gives them for the document with a number. */
export type FieldsOf = (number: number) => ShownValues | undefined;

/** The summary of a run. @param start When it began, by `performance.now()`. @param more Counts besides the usual ones. */
export function summaryOf(start: number, counts: SummaryCounts, more: Partial<Summary> = {}): Summary {
  const { documents, empty, short, unreadable, engine, inBoth } = counts;
  const seconds = Math.round(performance.now() - start) / 1000;
  const some = { ...(short !== undefined && { short }), ...(inBoth !== undefined && { inBoth }) };
  return { documents, ...more, empty, unreadable, ...some, seconds, engine };
}

type SummaryCounts = Pick<Summary, 'documents' | 'empty' | 'short' | 'unreadable' | 'engine' | 'inBoth'>;
