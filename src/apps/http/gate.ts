/** Lets some requests work at a time and some wait. Any more are told to come back. */
import { busy } from './problems.ts';

export interface GateLimits {
  /** Requests that work at the same time. */
  readonly parallel: number;
  /** Requests that wait. */
  readonly waiting: number;
}

export class Gate {
  private readonly queue: (() => void)[] = [];
  private working = 0;

  constructor(private readonly limits: GateLimits) {}

  /** Requests that wait. */
  get length(): number {
    return this.queue.length;
  }

  /** @param signal Aborted if the client has gone: then the work is left out. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const { parallel, waiting } = this.limits;
    if (this.queue.length >= waiting) throw busy('Too many requests are waiting.');
    if (this.working >= parallel) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.working++;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next === undefined) this.working--;
      else next();
    }
  }
}
