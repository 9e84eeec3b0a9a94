/**
 * The window of a stream: only the last documents that passed count, or those of a time. In a collection with a window, `expires` is the
 * moment of the stream from which a document is outside: a number of documents that passed, or a second of the field that gives their time.
 * Nothing is written when a document leaves the window.
 *
 * A stream that was killed is fed again from the last line that came out, but documents of later lines may be stored already. These lines must
 * get the answers that they got the first time, so the stream is replayed until it comes to a line that it has not seen:
 *
 *     a collection is opened
 *       │
 *       ├─ the first document is not one of the last 2,048 ───────────► live ◄───────────────────────────┐
 *       │                                                                                                │
 *       └─ the first document is one of the last 2,048 ──► replaying ── a document has to be stored: ────┘
 *                                                            │    ▲     it is decided again, live
 *                                                            └────┘
 *                                     a document is stored already: the stream
 *                                     is at the moment at which that one passed
 *
 *     documents as they were stored      a  b  c  d  e  f  g
 *     replaying, up to d                 └─ count ─┘  └ ahead: known if they come again, compared with nothing
 *     live                               └───── count ─────┘
 */
import type { CollectionSettings, OpenCollectionOptions } from '../../collection.ts';
import { badOption, NeardupError } from '../../errors.ts';
import { LAST_MOMENT, SECONDS } from '../moments.ts';
import type { CollectionFolder } from '../store/folder.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';

/** When a document is decided. Without a window, it is the second of the clock, and `live`. */
export type StreamMoment =
  | { readonly state: 'live'; readonly now: number }
  /** The stream was cut. `upTo` is the number of the last stored document that it has come to again. */
  | { readonly state: 'replaying'; readonly now: number; readonly upTo: number };

/** Documents that may be stored before their lines come out. They are kept, along with the documents they were compared with. */
const REPLAYABLE = 2048;

export class StreamWindow {
  /** The last moment of the stream. */
  end = 0;
  /** `opened` until documents come. The document up to which the stream is replayed is known by its id: numbers change between batches. */
  private state: 'opened' | 'live' | { readonly upTo: string; readonly now: number } = 'opened';

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

  /** Finds the last moment of the stored documents. */
  start(documents: LivingDocuments): void {
    for (const { columns, length } of documents.view.tables) {
      for (let i = 0; i < length; i++) this.end = Math.max(this.end, columns.expires[i] - this.length);
    }
  }

  /** The moment of the stream when a batch arrives. @param first The stored document that the batch begins with; -1 if it begins with a new one. */
  begin(documents: LivingDocuments, first: () => number): StreamMoment {
    if (this.state === 'opened') {
      const number = first();
      if (number !== -1 && number >= documents.livingBefore(REPLAYABLE))
        return this.replayed(number, documents);
    } else if (this.state !== 'live') {
      const upTo = documents.find(this.state.upTo);
      if (upTo !== -1) return { state: 'replaying', now: this.state.now, upTo };
    }
    return { state: 'live', now: this.end };
  }

  /** The moment at which a document is decided. @param time Its own, in seconds since 1970. */
  arrival(moment: StreamMoment, time = 0): StreamMoment {
    return this.timeField === undefined ? moment : { ...moment, now: Math.max(moment.now, time) };
  }

  /** The moment after a document has passed. */
  passed({ now }: StreamMoment): StreamMoment {
    return { state: 'live', now: this.timeField === undefined ? now + 1 : now };
  }

  /** The moment after a stored document has come again. */
  replayed(number: number, documents: LivingDocuments): StreamMoment {
    return { state: 'replaying', now: this.passedAt(number, documents), upTo: number };
  }

  /** The moment of a stream that was replayed, when it comes to a document that has to be stored. */
  goLive({ now }: StreamMoment): StreamMoment {
    return { state: 'live', now: Math.max(now, this.end) };
  }

  /** From when on a document is outside that passed or was seen at this moment. */
  expiry({ now }: StreamMoment): number {
    if (now + this.length <= LAST_MOMENT) return now + this.length;
    throw new NeardupError('BAD_OPTION', 'The window ends beyond the last moment that can be stored.', {
      advice: 'Begin with a new collection, or choose a smaller window.',
    });
  }

  /** The documents of a batch are stored. The next batch begins at this moment. */
  advance(moment: StreamMoment, documents: LivingDocuments): void {
    const { state, now } = moment;
    this.state = state === 'live' ? state : { upTo: documents.id(moment.upTo), now };
    this.end = Math.max(this.end, now);
  }

  /** Documents that expired at this moment are not needed, wherever the stream is continued. */
  forgotten(documents: LivingDocuments): number {
    const first = documents.livingBefore(REPLAYABLE);
    return first === -1 ? 0 : this.passedAt(first, documents);
  }

  /** When a stored document passed. Its line says so, even if it was seen since. */
  private passedAt(number: number, documents: LivingDocuments): number {
    return (documents.document(number).expires ?? 0) - this.length;
  }
}

/** The second of a document, from its time field. */
export function timeOf(field: string, value: unknown): number {
  const isSecond = (second: number) => Number.isInteger(second) && second >= 0 && second < LAST_MOMENT;
  if (typeof value === 'number' && isSecond(value)) return value;
  if (typeof value === 'string' && /^\d{4}-\d\d/.test(value)) {
    const second = Math.floor(Date.parse(value) / 1000);
    if (isSecond(second)) return second;
  }
  throw badOption(field, 'a date (ISO 8601) or seconds since 1970', value);
}

/** Gives a collection a window, if it has no documents yet. One that has a window must have this one. */
export async function setWindow(
  folder: CollectionFolder,
  { window, timeField, readOnly }: OpenCollectionOptions,
): Promise<void> {
  const { options } = folder.facts;
  if (options.window === window && options.timeField === timeField) return;
  if (options.window === undefined && folder.log.end.commit === 0 && readOnly !== true) {
    await folder.changeOptions({ ...options, window, timeField });
    return;
  }
  const of = options.timeField === undefined ? '' : ` of ${options.timeField}`;
  const made =
    options.window === undefined ? 'without a window' : `with the window \`${options.window}${of}\``;
  throw new NeardupError('BAD_OPTION', `${folder.path} was made ${made}, and has documents.`, {
    option: 'window',
    advice: 'Make another collection for this stream.',
  });
}
