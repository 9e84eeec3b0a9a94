/** The processes of a service that only read. One that ends is replaced. */

import { type AnsweringOptions, type AnsweringPart, startReader } from './answering-parts.ts';
import type { Listening, Served } from './in-thread.ts';

/** Milliseconds until a process that has ended is replaced, doubled each time that it ends before it is ready. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 10_000;

/** A process that answers, and how many requests it has now. */
export interface RunningReader {
  readonly port: number;
  readonly addresses: Listening['addresses'];
  requests: number;
}

export class Readers {
  private readonly ready = new Set<RunningReader>();
  private readonly parts = new Set<AnsweringPart>();
  private readonly pauses = new Set<NodeJS.Timeout>();
  private isStopping = false;

  constructor(
    private readonly script: URL,
    private readonly options: AnsweringOptions,
  ) {}

  /** Resolves when all are ready, or raises what keeps one from being so. */
  async start(count: number): Promise<Served> {
    const all = await Promise.all(Array.from({ length: count }, () => this.keepOne()));
    return all[0];
  }

  /** The process with the fewest requests; undefined if none is ready. */
  leastBusy(): RunningReader | undefined {
    let least: RunningReader | undefined;
    for (const reader of this.ready)
      if (least === undefined || reader.requests < least.requests) least = reader;
    return least;
  }

  /** The one that has been there longest, for requests that should all reach the same. */
  first(): RunningReader | undefined {
    return this.ready.values().next().value;
  }

  /** Finishes running requests. */
  async close(): Promise<void> {
    this.isStopping = true;
    for (const pause of this.pauses) clearTimeout(pause);
    for (const part of this.parts) part.stop();
    await Promise.all(Array.from(this.parts, ({ ended }) => ended));
  }

  private async keepOne(pause = FIRST_PAUSE): Promise<Served> {
    const part = startReader(this.script, this.options);
    this.parts.add(part);
    let reader: RunningReader | undefined;
    void part.ended.then(() => {
      this.parts.delete(part);
      if (reader !== undefined) this.ready.delete(reader);
      if (!this.isStopping)
        this.replace(reader === undefined ? Math.min(2 * pause, LONGEST_PAUSE) : FIRST_PAUSE);
    });
    const [{ port, addresses }, served] = await Promise.all([part.listening, part.ready]);
    reader = { port, addresses, requests: 0 };
    this.ready.add(reader);
    return served;
  }

  private replace(pause: number): void {
    const timer = setTimeout(() => {
      this.pauses.delete(timer);
      this.keepOne(pause).catch(() => {});
    }, pause);
    this.pauses.add(timer);
  }
}
