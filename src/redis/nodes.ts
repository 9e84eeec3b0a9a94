/**
 * A Redis server or a Redis Cluster: sends every command to the server that holds its key, and sends it again if the cluster changes or a
 * connection breaks. All functions of the library may be sent twice: the second time they change nothing.
 */
import { NeardupError } from '../errors.ts';
import { checkedUrl, hostOf, masterByRole, masterBySentinel, sentinelName, serverUrl } from './addresses.ts';
import { type Argument, Connection, isReply, type Reply } from './connection.ts';
import { explainError, isPassing } from './explain-error.ts';
import { slotOf } from './slots.ts';

/** A command that could not be sent is tried again after this time. */
const PAUSE_MS = 50;
const MOST_PAUSE_MS = 500;

export class RedisNodes {
  private readonly open = new Map<string, Promise<Connection>>();
  /** The address of the master of every slot; of a single server, none. */
  private slots: string[] | undefined;
  /** The address of the master of single servers. */
  private master: string;
  private refreshing: Promise<void> | undefined;
  private isClosed = false;
  /** Called if a server does not have the function library. */
  onMissingFunction: (connection: Connection) => Promise<unknown> = async () => {};

  private constructor(
    private readonly urls: readonly string[],
    private readonly retryMs: number,
  ) {
    this.master = hostOf(urls[0]);
  }

  /** @param retryMs How long a command is tried again while the cluster has no master for its key, or none can be reached. */
  static async open(urls: readonly string[], retryMs: number): Promise<RedisNodes> {
    const nodes = new RedisNodes(urls.map(checkedUrl), retryMs);
    try {
      await nodes.retried(() => nodes.refresh());
    } catch (error) {
      nodes.close();
      throw error;
    }
    return nodes;
  }

  /** How many masters the cluster has; undefined without a cluster. */
  get masters(): number | undefined {
    return this.slots && new Set(this.slots).size;
  }

  /** Sends a command to the master that has this key. */
  async send(key: string, args: readonly Argument[]): Promise<Reply> {
    return (await this.sendOn(key, args)).reply;
  }

  /** Like `send`; also says over which connection. */
  async sendOn(
    key: string,
    args: readonly Argument[],
  ): Promise<{ readonly reply: Reply; readonly connection: Connection }> {
    const slot = slotOf(key);
    let asked: string | undefined;
    return this.retried(async () => {
      const address = asked ?? this.addressOf(slot);
      const isAsked = asked !== undefined;
      asked = undefined;
      const connection = await this.connect(address);
      try {
        // both go out together: nothing comes between them on this connection
        if (isAsked) void connection.send(['ASKING']).catch(() => {});
        return { reply: await connection.send(args), connection };
      } catch (error) {
        const [code, , to] = isReply(error) ? error.message.split(' ') : [];
        if (code === 'ASK') asked = to;
        else if (code === 'ERR' && /function not found/i.test((error as Error).message)) {
          await this.onMissingFunction(connection);
          return { reply: await connection.send(args), connection };
        }
        throw error;
      }
    });
  }

  /** Calls back with a connection to every master, one after the other; the list may change meanwhile. */
  async eachMaster(visit: (connection: Connection) => Promise<unknown>): Promise<void> {
    const done = new Set<string>();
    const next = () => [...new Set(this.slots ?? [this.master])].find((address) => !done.has(address));
    while (next() !== undefined) {
      await this.retried(async () => {
        const address = next();
        if (address === undefined) return;
        await visit(await this.connect(address));
        done.add(address);
      });
    }
  }

  /** Calls back with every connection that is open; those that break are passed over. */
  async eachOpen(visit: (connection: Connection) => Promise<unknown>): Promise<void> {
    for (const opening of this.open.values()) {
      const connection = await opening.catch(() => undefined);
      if (connection === undefined || connection.isClosed) continue;
      try {
        await visit(connection);
      } catch (error) {
        if (!connection.isClosed) throw error;
      }
    }
  }

  close(): void {
    this.isClosed = true;
    for (const connection of this.open.values()) {
      connection.then(
        (each) => each.close(),
        () => {},
      );
    }
    this.open.clear();
  }

  /** Tries until it succeeds, or fails for a reason that does not pass, or the time is over. */
  private async retried<T>(attempt: () => Promise<T>): Promise<T> {
    const end = performance.now() + this.retryMs;
    for (let pause = PAUSE_MS; ; pause = Math.min(2 * pause, MOST_PAUSE_MS)) {
      try {
        return await attempt();
      } catch (error) {
        if (this.isClosed) throw closed(error);
        const code = isReply(error) ? error.message.split(' ', 1)[0] : '';
        if (!isPassing(error) || performance.now() > end) throw explainError(error, this.urls.map(hostOf));
        // another server answers for this key: that is no reason to wait
        if (code !== 'MOVED' && code !== 'ASK') await sleep(pause);
        if (code !== 'ASK') await this.refresh().catch(() => {});
      }
    }
  }

  private addressOf(slot: number): string {
    if (this.slots === undefined) return this.master;
    const address = this.slots[slot];
    if (address === undefined) throw new Error('CLUSTERDOWN no server has this slot');
    return address;
  }

  private connect(address: string): Promise<Connection> {
    if (this.isClosed) return Promise.reject(closed());
    const known = this.open.get(address);
    if (known !== undefined)
      return known.then((connection) => (connection.isClosed ? this.reconnect(address, known) : connection));
    const opening = Connection.open(serverUrl(this.urls[0], address));
    this.open.set(address, opening);
    opening.catch(() => {
      if (this.open.get(address) === opening) this.open.delete(address);
    });
    return opening;
  }

  private reconnect(address: string, closed: Promise<Connection>): Promise<Connection> {
    if (this.open.get(address) === closed) this.open.delete(address);
    return this.connect(address);
  }

  /** Finds out which master has which slots, or which of single servers is the master. */
  private refresh(): Promise<void> {
    this.refreshing ??= this.findMasters().finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  private async findMasters(): Promise<void> {
    const name = sentinelName(this.urls[0]);
    if (name !== undefined) {
      this.master = await masterBySentinel(this.urls, name, (address) => this.connect(address));
      return;
    }
    let last: unknown;
    for (const address of new Set([...this.urls.map(hostOf), ...(this.slots ?? [])])) {
      try {
        const connection = await this.connect(address);
        const info = String(await connection.send(['INFO', 'cluster']));
        if (/cluster_enabled:1/.test(info)) this.slots = await readSlots(connection, address);
        else this.master = await masterByRole(connection, address);
        return;
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }
}

/** The master of every slot. */
async function readSlots(connection: Connection, address: string): Promise<string[]> {
  const ranges = (await connection.send(['CLUSTER', 'SLOTS'])) as [number, number, [Buffer, number]][];
  const slots: string[] = [];
  for (const [from, to, [host, port]] of ranges) {
    const name = String(host ?? '') === '' ? new URL(`redis://${address}`).hostname : String(host);
    const master = new URL(
      `redis://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`,
    ).host;
    for (let slot = from; slot <= to; slot++) slots[slot] = master;
  }
  return slots;
}

function closed(cause?: unknown): NeardupError {
  return new NeardupError('REDIS_FAILED', 'The index was closed.', { cause, advice: 'Open it again.' });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
