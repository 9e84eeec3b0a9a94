/**
 * What watches found: a log in the folder `events` of a collection. An event is first in the log of the documents, in the commit of its document;
 * from there it is copied here and gets its position. After a kill, what was not copied yet is copied when the collection is opened.
 */
import { type CollectionFolder, type DocumentLog, linesOf } from '../collection/index.ts';
import type { EventsOptions, WatchEvent } from '../lasting.ts';

/** Events as they are found: position and commit are known later. */
export type FoundEvent = Omit<WatchEvent, 'position' | 'commit'>;

const FILE_BYTES = 8 << 20;
/** How often a process that only reads looks for new events. */
const LOOK_AGAIN_MS = 250;
/** A writer may write while a reader opens the log: the reader tries again. */
const ATTEMPTS = 5;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class EventLog {
  private log: DocumentLog | undefined;
  private last = { position: 0, commit: 0 };
  /** Events that are in the log of the documents only. */
  private waiting: { readonly commit: number; readonly events: readonly FoundEvent[] }[] = [];
  private writing: Promise<void> | undefined;
  private closed = false;
  private readonly listeners = new Set<() => void>();

  private constructor(
    private readonly folder: CollectionFolder,
    private readonly isWriter: boolean,
  ) {}

  static async open(folder: CollectionFolder, isWriter: boolean): Promise<EventLog> {
    const events = new EventLog(folder, isWriter);
    // a collection without watches needs no folder for them
    if (!isWriter || folder.has('events')) await events.openLog();
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

  /** Events that a commit of the documents has. Those that are here already are passed over. */
  add(commit: number, events: readonly FoundEvent[]): void {
    if (events.length > 0 && commit > this.last.commit) this.waiting.push({ commit, events });
  }

  /** Copies what was added. It is on the disk when the promise resolves. */
  async settled(): Promise<void> {
    while (this.waiting.length > 0) {
      this.writing ??= this.copyWaiting().finally(() => {
        this.writing = undefined;
      });
      await this.writing;
    }
  }

  async *read({ from = 1, follow = false, watch, signal }: EventsOptions): AsyncGenerator<WatchEvent> {
    let next = from;
    for (;;) {
      signal?.throwIfAborted();
      if (!this.isWriter) await this.openLog();
      for (const event of this.storedFrom(next)) {
        next = event.position + 1;
        if (watch === undefined || event.watch === watch) yield event;
        if (this.closed) return;
        signal?.throwIfAborted();
      }
      if (this.closed || !follow) return;
      if (next > this.last.position) await this.nextChange(signal);
      if (this.closed) return;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    this.tellListeners();
    await this.log?.finish();
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
    await this.log!.append(lines);
    this.waiting.splice(0, taken.length);
    this.last = { position, commit };
    this.tellListeners();
  }

  private async openLog(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const opened = await this.folder.openSideLog('events', { fileBytes: FILE_BYTES });
        await this.log?.finish();
        this.log = opened;
        break;
      } catch (error) {
        if (this.isWriter || attempt === ATTEMPTS) throw error;
      }
    }
    for (const { position, commit } of this.storedFrom(this.last.position + 1))
      this.last = { position, commit };
  }

  /** The events from a position on, up to the last one that is there now. */
  private *storedFrom(position: number): Generator<WatchEvent> {
    if (this.log === undefined) return;
    let start = 0;
    for (const { line, before } of this.log.firstLines()) {
      if (line.length > 0 && eventOf(line).position > position) break;
      start = before;
    }
    for (const batch of this.log.batchesAfter(start)) {
      for (const { line } of linesOf(batch)) {
        const event = eventOf(line);
        if (event.position >= position) yield event;
      }
    }
  }

  private nextChange(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.isWriter ? undefined : setTimeout(resolve, LOOK_AGAIN_MS);
      const done = () => {
        clearTimeout(timer);
        this.listeners.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      this.listeners.add(done);
      signal?.addEventListener('abort', done);
    });
  }

  private tellListeners(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

function eventOf(line: Uint8Array): WatchEvent {
  return JSON.parse(decoder.decode(line));
}
