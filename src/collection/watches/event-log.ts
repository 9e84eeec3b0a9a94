/**
 * The log of events, in the folder `events` of a collection. An event is first in the log of the documents, in its document's commit;
 * from there it is copied here and gets its position. After a kill, the rest is copied when the collection is opened.
 */

import type { EventsOptions, WatchEvent } from '../../collection.ts';
import { NeardupError } from '../../errors.ts';
import { isCount, isJsonObject, isString, listOf, optional, parsedJson, shape } from '../json-shapes.ts';
import { momentOf } from '../moments.ts';
import { linesOf } from '../store/compact.ts';
import type { CollectionFolder } from '../store/folder.ts';
import type { DocumentLog } from '../store/log.ts';

/** Events as they are found: position and commit are known later. */
export type FoundEvent = Omit<WatchEvent, 'position' | 'commit'>;

/** Events are removed by the file. */
const FILE_BYTES = 8 << 20;
/** How often a process that only reads looks for new events. */
const LOOK_AGAIN_MS = 250;
/** A writer may write while a reader opens the log: the reader tries again. */
const ATTEMPTS = 5;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Which events are kept. */
export interface KeptEvents {
  /** Events of this time (`90d`) are kept, or at least this many of the last ones. */
  readonly keep: number | string;
  /** The time in seconds since 1970. */
  readonly clock: () => number;
  /** Bytes of a log file, if they are fewer than those of a file of events. */
  readonly fileBytes?: number;
}

export class EventLog {
  private log: DocumentLog | undefined;
  private last = { position: 0, commit: 0 };
  /** Events that are in the log of the documents only. */
  private waiting: { readonly commit: number; readonly events: readonly FoundEvent[] }[] = [];
  private writing: Promise<void> | undefined;
  private closed = false;
  private readonly listeners = new Set<() => void>();
  /** Files that are gone; those who read them go on. */
  private retired: { close(): void }[] = [];
  /** How many read each log that was opened. */
  private readonly readers = new Map<DocumentLog, number>();

  private constructor(
    private readonly folder: CollectionFolder,
    private readonly isWriter: boolean,
    private readonly kept: KeptEvents,
  ) {}

  static async open(folder: CollectionFolder, isWriter: boolean, kept: KeptEvents): Promise<EventLog> {
    const events = new EventLog(folder, isWriter, kept);
    // a collection without watches needs no folder for them
    if (!isWriter || folder.has('events')) await events.openLog();
    if (isWriter) await events.trim(kept.keep);
    return events;
  }

  /** Whether all events are here. */
  get isSettled(): boolean {
    return this.waiting.length === 0;
  }

  /** The position of the last event; 0 if there is none. */
  get lastPosition(): number {
    return this.last.position;
  }

  /** The position of the first event that is kept; 1 if there is none yet. */
  get firstPosition(): number {
    for (const { event } of this.firstEvents()) if (event !== undefined) return event.position;
    return 1;
  }

  /**
   * Removes the oldest files all of whose events are not to be kept.
   * @param keep Events of this time (`90d`), or at least this many of the last ones.
   */
  async trim(keep: number | string): Promise<void> {
    if (this.log === undefined) return;
    const oldest = typeof keep === 'string' ? momentOf('keepEvents', keep, this.kept.clock(), -1) : 0;
    const isKept = ({ position, time }: WatchEvent) =>
      typeof keep === 'number' ? position > this.last.position - keep + 1 : Date.parse(time) / 1000 > oldest;
    // the first event of a file tells how old those of the file before it are
    const files = [...this.firstEvents()].slice(1);
    const found = files.findIndex(({ event }) => event !== undefined && isKept(event));
    this.retired.push(
      ...(await this.log.removeFirst(found === -1 ? files.length : found)).map(({ file }) => file),
    );
    this.closeRetired();
  }

  /** Events that a commit of the documents has. Those that are here already are passed over. */
  add(commit: number, events: readonly FoundEvent[]): void {
    if (events.length > 0 && commit > this.last.commit) this.waiting.push({ commit, events });
  }

  /** Copies new events. They are on disk when the promise resolves. */
  async settled(): Promise<void> {
    while (this.waiting.length > 0) {
      this.writing ??= this.copyWaiting().finally(() => {
        this.writing = undefined;
      });
      await this.writing;
    }
  }

  /** Makes a reader know of the events that its writer has stored since. */
  async look(): Promise<void> {
    if (!this.isWriter && this.log !== undefined && this.folder.has('events')) await this.openLog();
  }

  async *read({ from, follow = false, watch, signal }: EventsOptions): AsyncGenerator<WatchEvent> {
    let next = from;
    for (;;) {
      signal?.throwIfAborted();
      if (!this.isWriter) await this.openLog();
      if (this.closed) return;
      const first = this.firstPosition;
      if (next !== undefined && next < first) throw eventsGone(next, first);
      next ??= first;
      const done = this.startReading();
      try {
        for (const event of this.storedFrom(next)) {
          next = event.position + 1;
          if (watch === undefined || event.watch === watch) yield event;
          if (this.closed) return;
          signal?.throwIfAborted();
        }
      } finally {
        await done();
      }
      if (this.closed || !follow) return;
      if (next > this.last.position) await this.nextChange(signal);
      if (this.closed) return;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    this.tellListeners();
    for (const log of new Set([...this.readers.keys(), ...(this.log ? [this.log] : [])])) await log.finish();
    this.readers.clear();
    this.closeRetired();
  }

  private async copyWaiting(): Promise<void> {
    if (this.log === undefined) await this.openLog();
    const taken = [...this.waiting];
    let { position, commit } = this.last;
    const lines: Uint8Array[] = [];
    for (const { commit: own, events } of taken) {
      for (const event of events) {
        position++;
        lines.push(encoder.encode(`${JSON.stringify({ position, ...event, commit: own })}\n`));
      }
      commit = own;
    }
    const files = this.log!.closedFiles.length;
    await this.log!.append(lines);
    this.waiting.splice(0, taken.length);
    this.last = { position, commit };
    this.tellListeners();
    // files that cannot be removed now are removed with the next one
    if (this.log!.closedFiles.length > files) await this.trim(this.kept.keep).catch(() => {});
  }

  private async openLog(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const fileBytes = Math.min(FILE_BYTES, this.kept.fileBytes ?? FILE_BYTES);
        const opened = await this.folder.openSideLog('events', { fileBytes });
        if (this.closed) return await opened.finish();
        const before = this.log;
        this.log = opened;
        // those who read the log of before go on
        if (before !== undefined && !this.readers.has(before)) await before.finish();
        break;
      } catch (error) {
        if (this.isWriter || attempt === ATTEMPTS) throw error;
      }
    }
    for (const { position, commit } of this.storedFrom(this.last.position + 1))
      this.last = { position, commit };
  }

  /** The first event of every file, and the commit before it. A repaired log may have files without events. */
  private *firstEvents(): Generator<{ readonly event: WatchEvent | undefined; readonly before: number }> {
    for (const { line, before } of this.log?.firstLines() ?? []) {
      const hasEvent = line.length > 0 && !decoder.decode(line.subarray(0, 16)).startsWith('{"commit":');
      yield { event: hasEvent ? eventOf(line) : undefined, before };
    }
  }

  /** The events from a position on, up to the last one that is there now. */
  private *storedFrom(position: number): Generator<WatchEvent> {
    if (this.log === undefined) return;
    let start = 0;
    for (const { event, before } of this.firstEvents()) {
      if (event !== undefined && event.position > position) break;
      start = before;
    }
    for (const batch of this.log.batchesAfter(start)) {
      for (const { line } of linesOf(batch)) {
        const event = eventOf(line);
        if (event.position >= position) yield event;
      }
    }
  }

  private async nextChange(signal: AbortSignal | undefined): Promise<void> {
    // an abort that has already happened raises no event
    if (signal?.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.listeners.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = this.isWriter ? undefined : setTimeout(done, LOOK_AGAIN_MS);
      this.listeners.add(done);
      signal?.addEventListener('abort', done);
    });
  }

  /** The log of now stays open until the function that it returns is called. */
  private startReading(): () => Promise<void> {
    const { log, readers } = this;
    if (log === undefined) return async () => {};
    readers.set(log, (readers.get(log) ?? 0) + 1);
    return async () => {
      // all are closed already
      if (this.closed) return;
      const others = readers.get(log)! - 1;
      if (others > 0) readers.set(log, others);
      else readers.delete(log);
      this.closeRetired();
      if (others === 0 && log !== this.log) await log.finish();
    };
  }

  private closeRetired(): void {
    if (this.readers.size > 0) return;
    for (const file of this.retired.splice(0)) file.close();
  }

  private tellListeners(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

const isFound = {
  time: (value: unknown) => isString(value) && !Number.isNaN(Date.parse(value)),
  watch: isString,
  id: isString,
  near: optional(isJsonObject),
  passage: optional(isJsonObject),
  like: optional(isJsonObject),
  keywords: optional(listOf(isString)),
};
const isEvent = shape({ ...isFound, position: isCount, commit: isCount });
const isFoundEvent = shape(isFound);

/** An event as the log of the documents has it. */
export function foundEvent(record: unknown): FoundEvent {
  if (isFoundEvent(record)) return record as FoundEvent;
  throw new NeardupError('BAD_COLLECTION', 'An event in the log is none that a watch found.');
}

function eventOf(line: Uint8Array): WatchEvent {
  const event = parsedJson(decoder.decode(line));
  if (isEvent(event)) return event as WatchEvent;
  throw new NeardupError('BAD_COLLECTION', 'A line of the folder `events` is no event.', {
    advice: 'Remove this folder: what watches found before is then lost.',
  });
}

function eventsGone(asked: number, first: number): NeardupError {
  return new NeardupError(
    'EVENTS_GONE',
    `Expected a position from ${first} on, got ${asked}: older events were removed.`,
    { option: 'from', advice: `Read from position ${first} on.` },
  );
}
