/** Lets some requests work at a time and some wait, with what they sent. Any more are told to come back. */
import { ServiceError } from './problems.ts';

export interface GateLimits {
  /** Requests that work at the same time. */
  readonly parallel: number;
  /** Requests that wait. */
  readonly waiting: number;
  /** Bytes that the bodies of both have together. */
  readonly bytes: number;
}

export class Gate {
  private readonly queue: (() => void)[] = [];
  private working = 0;
  private held = 0;

  constructor(private readonly limits: GateLimits) {}

  /** Requests that wait. */
  get length(): number {
    return this.queue.length;
  }

  /** @param bytes What the request holds in memory. @param signal Aborted if the client has gone: then the work is left out. */
  async run<T>(bytes: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const { parallel, waiting, bytes: most } = this.limits;
    if (this.queue.length >= waiting || (this.held > 0 && this.held + bytes > most)) throw busy();
    this.held += bytes;
    if (this.working >= parallel) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.working++;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.held -= bytes;
      const next = this.queue.shift();
      if (next === undefined) this.working--;
      else next();
    }
  }
}

function busy(): ServiceError {
  return new ServiceError('BUSY', 'Too many requests are waiting.', { headers: { 'retry-after': '1' } });
}
