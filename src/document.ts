/** The vocabulary that all rooms share: a document, its place, and the problem if it cannot be read. */
import type { Told, Wording } from './wording.ts';

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

/** The place of a document in its source, for messages that people can follow. */
export interface Place {
  /** The file, URL or `standard input`. */
  source: string;
  /** 1-based, if the source has lines. */
  line?: number;
  /** 2 for the second document that begins on this line, and so on; left out for the first one. */
  nth?: number;
}

/** A document that could not be read, and why. It is reported and counted; the run goes on. */
export interface Problem extends Place {
  /** One sentence: what was expected, what was found, and what to do about it. */
  reason: string;
  /** The reason with the options it names kept apart, if it names any: an app writes them in its own way. */
  wording?: Wording;
}

export function problemAt(place: Place, { problem, wording }: Told): Problem {
  return { ...place, reason: problem, ...(wording !== undefined && { wording }) };
}

/** `file`, `file:line` or, if it is not the first document on its line, `file:line#2`. */
export function formatPlace({ source, line, nth }: Place): string {
  if (line === undefined) return source;
  return nth === undefined ? `${source}:${line}` : `${source}:${line}#${nth}`;
}
