/** A server that drops keys when it is full would forget documents without a word: neither may its policy say so, nor may it have done so. */
import { NeardupError } from '../errors.ts';
import { type Connection, isReply } from './connection.ts';
import type { RedisNodes } from './nodes.ts';

/** While documents are added, servers are asked again after this time. */
const AGAIN_MS = 1000;

export class EvictionWatch {
  /** Keys that a server had dropped when it was first asked, for whatever reason. */
  private readonly before = new Map<string, number>();
  private askedAt = 0;

  constructor(private readonly nodes: RedisNodes) {}

  /** Refuses servers that would drop keys. */
  async begin(): Promise<void> {
    this.askedAt = performance.now();
    await this.nodes.eachMaster((connection) => this.look(connection));
  }

  /** Fails if a server drops keys by now; asks once a second at most. */
  async check(): Promise<void> {
    if (performance.now() - this.askedAt >= AGAIN_MS) await this.begin();
  }

  /** Fails if a server that still answers has dropped keys since it was first asked. */
  async end(): Promise<void> {
    await this.nodes.eachOpen((connection) => this.look(connection));
  }

  private async look(connection: Connection): Promise<void> {
    const { policy, dropped } = await memoryInfo(connection);
    // a server that was started again counts anew
    const before = Math.min(this.before.get(connection.address) ?? dropped, dropped);
    this.before.set(connection.address, before);
    if (policy === undefined && dropped <= before) return;
    const [what, then] =
      dropped > before
        ? [`has dropped ${dropped - before} keys while the index was open`, 'documents are forgotten']
        : [`drops keys when it is full (maxmemory-policy ${policy})`, 'documents would be forgotten'];
    throw new NeardupError('REDIS_FAILED', `Redis (${connection.address}) ${what}: ${then}.`, {
      advice: 'Set maxmemory-policy to noeviction (redis-cli CONFIG SET maxmemory-policy noeviction).',
    });
  }
}

/** How Redis drops keys when it is full, undefined if it does not, and how many it has dropped. */
async function memoryInfo(connection: Connection): Promise<{ policy?: string; dropped: number }> {
  // a user who may not ask is not refused
  const info = String(
    await connection
      .send(['INFO', 'memory', 'stats'])
      .catch((error) => (isReply(error) ? '' : Promise.reject(error))),
  );
  const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1];
  const number = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  const dropped = number('evicted_keys');
  return number('maxmemory') > 0 && policy !== 'noeviction' ? { policy, dropped } : { dropped };
}
