/** The vocabulary that all rooms share: a document, its place, and the problem if it cannot be read. */
import type { Place, PROBLEM } from './answers/runs.ts';
import type { Value } from './schema.ts';
import type { Told, Wording } from './wording.ts';

export type { Place } from './answers/runs.ts';

/** A document as a caller passes it or receives it. */
export interface Document {
  /** Unique and stable in a run: given by the data, or derived (`read/id-of.ts`). */
  id: string;
  text: string;
  /** ISO 639-1 code, if the source states it. */
  lang?: string;
  /** Everything else in the source: the other fields of a JSON line, the columns of a row. */
  meta?: Readonly<Record<string, unknown>>;
}

/** A document's values of the requested `fields`, by name; left out if it has none. A long value ends with `…`. */
export type ShownValues = Readonly<Record<string, unknown>>;

/** Gives them for the document with a number. */
export type FieldsOf = (number: number) => ShownValues | undefined;

/** A document that could not be read, and why. It is reported and counted; the run goes on. */
export interface Problem extends Value<typeof PROBLEM> {
  /** The reason with the options it names kept apart, if it names any: an app writes them in its own way. */
  readonly wording?: Wording;
  /** True for a file of a kind that is not read, such as a picture. */
  readonly foreign?: true;
}

export function problemAt(place: Place, { problem, wording, foreign }: Told): Problem {
  return {
    ...place,
    reason: problem,
    ...(wording !== undefined && { wording }),
    ...(foreign && { foreign }),
  };
}

/** `file`, `file:line` or, if it is not the first document on its line, `file:line#2`. */
export function formatPlace({ source, line, nth }: Place): string {
  if (line === undefined) return source;
  return nth === undefined ? `${source}:${line}` : `${source}:${line}#${nth}`;
}
