/**
 * When the documents of a group are seen and expire, and which stored ones count when each of them is decided. Without a window that is
 * the time of the clock for all. Nothing of the collection changes until `keep`.
 */

import type { NewDocument } from '../changes/new-documents.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';

export interface Moments {
  readonly seen: number;
  /** 0 for never. */
  readonly expires: number;
}

export class GroupMoments {
  readonly seen: number;
  /** Stored documents that were seen again, by their numbers, and those of the group that were. */
  readonly touched = new Map<number, Moments>();
  /** The moment that has been reached, also before the present document, and the one at which the present document is decided. */
  private reached: number;
  private before: number;
  private present: number;
  /** The last document that counts: after a cut, a stream has not come to those behind it. */
  private last = Number.POSITIVE_INFINITY;
  /** Of the documents of the group. */
  private readonly own: Moments[];

  /**
   * @param first The number of the first document of the group; those before it are stored.
   * @param again The number of the stored document that the first one of the group is; -1 if it is none.
   */
  constructor(
    private readonly group: readonly NewDocument[],
    private readonly documents: LivingDocuments,
    private readonly first: number,
    again: number,
  ) {
    const { window } = documents;
    this.seen = documents.clock();
    this.reached = documents.now();
    if (window?.again !== undefined) {
      const number = documents.find(window.again.id);
      if (number !== -1) this.goBack(number, window.again.moment);
    } else if (again !== -1 && window?.mayContinue(again, documents) === true) {
      this.goBack(again, window.passedAt(again, documents));
    }
    this.before = this.reached;
    this.present = this.reached;
    this.own = group.map((document) => ({
      seen: this.seen,
      expires: ('text' in document ? document.expires : undefined) ?? 0,
    }));
  }

  /** All stored documents that count for one of the group have not expired at this moment. */
  get begin(): number {
    return this.reached;
  }

  /** The next document is decided. */
  arrive(i: number): void {
    const { window } = this.documents;
    const document = this.group[i];
    this.before = this.reached;
    if (window === undefined) return;
    this.present = window.arrival(this.reached, 'text' in document ? document.time : undefined);
  }

  /** Whether a document counts. */
  counts(number: number): boolean {
    return (number <= this.last || number >= this.first) && isInside(this.of(number), this.present);
  }

  /** Whether a document is stored, and a stream that was cut has not come to it again yet. */
  isAhead(number: number): boolean {
    return number > this.last && number < this.first;
  }

  /** The stream has come to a document that is stored already. */
  comeTo(number: number): void {
    if (!this.isAhead(number)) return;
    this.goBack(number, this.documents.window!.passedAt(number, this.documents));
    this.present = this.reached;
  }

  /** The stream is past all that is stored. False if it was so before. */
  catchUp(): boolean {
    if (this.last === Number.POSITIVE_INFINITY) return false;
    this.last = Number.POSITIVE_INFINITY;
    this.reached = Math.max(this.before, this.documents.now());
    return true;
  }

  /** A document of the group passes. */
  pass(i: number): Moments {
    const { window } = this.documents;
    if (window !== undefined) {
      this.reached = window.passed(this.present);
      this.own[i] = { seen: this.seen, expires: window.expiry(this.reached) };
    }
    return this.own[i];
  }

  /** A document was seen again. */
  touch(number: number): void {
    const { window } = this.documents;
    const { seen, expires } = this.of(number);
    if (window !== undefined) this.reached = this.present;
    const later = window === undefined ? expires : Math.max(expires, window.expiry(this.present));
    if (seen === this.seen && later === expires) return;
    this.touched.set(number, { seen: this.seen, expires: later });
  }

  of(number: number): Moments {
    const touched = this.touched.get(number);
    if (touched !== undefined) return touched;
    if (number >= this.first) return this.own[number - this.first];
    const { table, document } = this.documents.view.locate(number);
    return { seen: table.columns.seen[document], expires: table.columns.expires[document] };
  }

  /** What was decided is stored. @param stored The documents that are new. */
  keep(stored: number): void {
    const { documents, last, reached } = this;
    const isBack = last !== Number.POSITIVE_INFINITY;
    const again = isBack ? { id: documents.id(last), moment: reached } : undefined;
    documents.window?.advance(reached, stored, again);
  }

  private goBack(number: number, moment: number): void {
    this.last = number;
    this.reached = moment;
  }
}

function isInside({ expires }: Moments, moment: number): boolean {
  return expires === 0 || expires > moment;
}
