/**
 * Accepts connections before new work begins. The event loop accepts one connection in each of its turns, and work makes turns long: without this, a thousand
 * connections that come at once would wait for a minute before the service could answer them, even with 503.
 */
import type { Server } from 'node:net';

/** The longest wait in milliseconds, since connections may never stop coming. Work under way continues and uses up part of it. */
const LONGEST = 1000;
/** Milliseconds for which it then does not wait again. */
const WORK = 1000;

export class Arrivals {
  /** Connections so far. */
  private count = 0;
  private waiting: Promise<void> | undefined;
  private worksUntil = 0;

  constructor(server: Server) {
    server.on('connection', () => {
      this.count++;
      if (this.waiting === undefined && performance.now() >= this.worksUntil) this.waiting = this.wait();
    });
  }

  /** Resolves when no connection comes any more; at once if none came just now. */
  async calm(): Promise<void> {
    await this.waiting;
  }

  private async wait(): Promise<void> {
    const end = performance.now() + LONGEST;
    // this turn may have looked for connections already
    await turn();
    for (let before = -1; this.count > before && performance.now() < end; await turn()) before = this.count;
    if (performance.now() >= end) this.worksUntil = performance.now() + WORK;
    this.waiting = undefined;
  }
}

/** Lets everything else that waits have a turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
