/** Waits until replicas have confirmed the writes (`WAIT`). Callers that wait on one connection at the same time share one command. */
import { NeardupError } from '../errors.ts';
import type { Connection } from './connection.ts';

/** Replicas that have confirmed nothing for this long are asked for again: a connection must not seem dead. */
const WAIT_MS = 2000;

export class Durability {
  private readonly underWay = new Map<Connection, Promise<unknown>>();
  private readonly next = new Map<Connection, Promise<void>>();

  /** @param retryMs How long to wait for replicas that are gone or lag far: after a failover another one comes. */
  constructor(
    private readonly replicas: number,
    private readonly retryMs: number,
  ) {}

  get isWanted(): boolean {
    return this.replicas > 0;
  }

  /** Resolves when all that was written over this connection before is confirmed. */
  confirm(connection: Connection): Promise<void> {
    if (!this.isWanted) return Promise.resolve();
    let joined = this.next.get(connection);
    if (joined === undefined) {
      const before = this.underWay.get(connection) ?? Promise.resolve();
      joined = before
        .catch(() => {})
        .then(() => {
          this.next.delete(connection);
          return this.wait(connection);
        });
      this.next.set(connection, joined);
    }
    return joined;
  }

  private async wait(connection: Connection): Promise<void> {
    const end = performance.now() + this.retryMs;
    const waiting = this.confirmed(connection, end);
    this.underWay.set(connection, waiting);
    try {
      const confirmed = await waiting;
      if (confirmed >= this.replicas) return;
      throw new NeardupError(
        'REDIS_FAILED',
        `Redis (${connection.address}) has the document, but ${confirmed} of ${this.replicas} replicas have confirmed it within ${Math.max(this.retryMs, WAIT_MS) / 1000} s.`,
        { advice: 'Look whether its replicas run and keep up. Adding the document again is safe.' },
      );
    } finally {
      if (this.underWay.get(connection) === waiting) this.underWay.delete(connection);
    }
  }

  /** How many replicas have confirmed: enough, or those at the end. */
  private async confirmed(connection: Connection, end: number): Promise<number> {
    for (;;) {
      const count = Number(await connection.send(['WAIT', String(this.replicas), String(WAIT_MS)]));
      if (count >= this.replicas || performance.now() >= end) return count;
    }
  }
}
