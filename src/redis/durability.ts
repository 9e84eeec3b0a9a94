/** Waits until replicas have confirmed what was written (`WAIT`). All that wait for one connection at the same time share one command. */
import { NeardupError } from '../errors.ts';
import type { Connection } from './connection.ts';

/** A replica that has confirmed nothing for this long is behind or gone. */
const WAIT_MS = 2000;

export class Durability {
  private readonly underWay = new Map<Connection, Promise<unknown>>();
  private readonly next = new Map<Connection, Promise<void>>();

  constructor(private readonly replicas: number) {}

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
    const waiting = connection.send(['WAIT', String(this.replicas), String(WAIT_MS)]);
    this.underWay.set(connection, waiting);
    try {
      const confirmed = Number(await waiting);
      if (confirmed >= this.replicas) return;
      throw new NeardupError(
        'REDIS_FAILED',
        `Redis (${connection.address}) has the document, but ${confirmed} of ${this.replicas} replicas have confirmed it within ${WAIT_MS / 1000} s.`,
        { advice: 'Look whether its replicas run and keep up. Adding the document again is safe.' },
      );
    } finally {
      if (this.underWay.get(connection) === waiting) this.underWay.delete(connection);
    }
  }
}
