/**
 * Epochs of an index whose documents expire. A document is posted in the buckets of the epoch in which it is added; an epoch is as long
 * as documents live, and its buckets end with the epoch after it: by then all documents in them have expired. So a look-up
 * takes this epoch and the one before. The time is that of Redis.
 */
import type { RedisNodes } from './nodes.ts';

/** The clock of Redis is read again after this time. */
const AGAIN_MS = 60_000;
/** Within this time of its end, the next epoch is looked at too: another process may be in it already. */
const NEAR_END_MS = 10_000;

export class Clock {
  private offset = 0;
  private readAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly nodes: RedisNodes,
    private readonly key: string,
    private readonly expireAfter: number | undefined,
  ) {}

  /** Reads the time of Redis if it was not read lately. */
  async follow(): Promise<void> {
    if (this.expireAfter === undefined || performance.now() - this.readAt < AGAIN_MS) return;
    const [seconds, micros] = ((await this.nodes.send(this.key, ['TIME'])) as Buffer[]).map(Number);
    this.offset = seconds * 1000 + micros / 1000 - Date.now();
    this.readAt = performance.now();
  }

  /** The epoch in which a document is posted now. */
  get epoch(): number {
    return this.expireAfter === undefined ? 0 : Math.floor(this.now / this.length);
  }

  /** Other epochs in which living documents may be. */
  get others(): number[] {
    if (this.expireAfter === undefined) return [];
    const { epoch } = this;
    const isNearEnd = (epoch + 1) * this.length - this.now < NEAR_END_MS;
    return isNearEnd ? [epoch - 1, epoch + 1] : [epoch - 1];
  }

  /** When the buckets of an epoch end, for Redis; empty for never. */
  endOf(epoch: number): string {
    return this.expireAfter === undefined ? '' : String((epoch + 2) * this.length);
  }

  /** When a record ends that is added or seen now, for Redis; empty for never. Its buckets never end before it. */
  get endOfLife(): string {
    return this.expireAfter === undefined ? '' : String(Math.ceil(this.now + this.length));
  }

  private get length(): number {
    return 1000 * this.expireAfter!;
  }

  private get now(): number {
    return Date.now() + this.offset;
  }
}
