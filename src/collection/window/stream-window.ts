/**
 * The window of a stream: only the last documents that passed count, or those of a time. In a collection with a window, `expires` is the
 * moment of the stream from which a document is outside: a number of documents that passed, or a second of the field that gives their time.
 * Nothing is written when it goes.
 *
 * A pipe that was cut is continued from the last line that came out, and documents behind it may be stored already. So those that were
 * stored last stay for a while when they are outside, and lines that come again are decided as of the moment of the first time.
 */

import type { CollectionSettings } from '../../collection.ts';
import { badOption, NeardupError } from '../../errors.ts';
import { LAST_MOMENT, SECONDS } from '../moments.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';

/** Documents that may be stored whose lines have not come out yet. */
const UNDER_WAY = 2048;

export class StreamWindow {
  /** The moment that the stream has reached. */
  end = 0;
  /** The stored document that the stream has come to again after a cut, and its moment. */
  again: { readonly id: string; readonly moment: number } | undefined;
  /** Whether no document has come since the collection was opened. */
  isNew = true;
  private stored = 0;
  /** Moments of the stream, by the number of documents that were stored. */
  private readonly moments: { readonly stored: number; readonly end: number }[] = [];

  /** @param timeField The field that gives the time of a document; undefined: the window is a number of documents. */
  private constructor(
    private readonly length: number,
    readonly timeField: string | undefined,
  ) {}

  /** The window of a collection, if it has one. */
  static of({ window, timeField }: CollectionSettings): StreamWindow | undefined {
    if (window === undefined) return undefined;
    if (typeof window === 'number') return new StreamWindow(window, undefined);
    const [, amount, unit] = /^(\d+)([smhd])$/.exec(window)!;
    // a document that is exactly this old is inside
    return new StreamWindow(Number(amount) * SECONDS[unit] + 1, timeField);
  }

  /** Finds the moment that the stored documents have reached. */
  start(documents: LivingDocuments): void {
    for (const { columns, length } of [...documents.tables, documents.delta]) {
      for (let i = 0; i < length; i++) this.end = Math.max(this.end, columns.expires[i] - this.length);
    }
  }

  /** The moment at which a document is decided. @param time Its own, in seconds since 1970. */
  arrival(moment: number, time: number | undefined): number {
    return this.timeField === undefined ? moment : Math.max(moment, time ?? 0);
  }

  /** The moment of the stream when a document has passed. */
  passed(arrival: number): number {
    return this.timeField === undefined ? arrival + 1 : arrival;
  }

  /** From when on a document is outside that was seen at this moment. */
  expiry(moment: number): number {
    if (moment + this.length <= LAST_MOMENT) return moment + this.length;
    throw new NeardupError('BAD_OPTION', 'The window ends beyond the last moment that can be stored.', {
      advice: 'Begin with a new collection, or choose a smaller window.',
    });
  }

  /** When a stored document passed: this is in its line, whenever it was seen since. */
  passedAt(number: number, documents: LivingDocuments): number {
    return (documents.document(number).expires ?? 0) - this.length;
  }

  /** Whether a stream that begins with this stored document may be one that was cut. */
  mayContinue(number: number, documents: LivingDocuments): boolean {
    return this.isNew && documents.storedAfter(number) <= UNDER_WAY;
  }

  /** Documents were decided, and some stored. */
  advance(end: number, stored: number, again: StreamWindow['again']): void {
    const { moments } = this;
    this.isNew = false;
    this.again = again;
    this.end = Math.max(this.end, end);
    this.stored += stored;
    if (stored > 0) moments.push({ stored: this.stored, end: this.end });
    while (moments.length > 1 && moments[1].stored <= this.stored - UNDER_WAY) moments.shift();
  }

  /** What expired at this moment is not needed any more. */
  get forgotten(): number {
    const [first] = this.moments;
    return first !== undefined && first.stored <= this.stored - UNDER_WAY ? first.end : 0;
  }
}

/** The second of a document, in a field of it. */
export function timeOf(field: string, value: unknown): number {
  const isSecond = (second: number) => Number.isInteger(second) && second >= 0 && second < LAST_MOMENT;
  if (typeof value === 'number' && isSecond(value)) return value;
  if (typeof value === 'string' && /^\d{4}-\d\d/.test(value)) {
    const second = Math.floor(Date.parse(value) / 1000);
    if (isSecond(second)) return second;
  }
  throw badOption(field, 'a date (ISO 8601) or seconds since 1970', value);
}
