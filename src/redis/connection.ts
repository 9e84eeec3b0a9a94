/**
 * One connection to one Redis server, by the package `redis`. It never reconnects by itself and keeps no queue: if it breaks, every command
 * under way fails at once, and the router decides what is sent again, and where.
 */
import { readFile } from 'node:fs/promises';
import { NeardupError } from '../errors.ts';

export type Argument = string | Buffer;
export type Reply = Buffer | number | null | Reply[];

/** A server that has answered nothing for this long is taken for dead. */
const STALLED_MS = 10_000;
const CONNECT_MS = 5_000;

/** The part of the package that we use: the same in versions 5 and 6. */
interface Client {
  connect(): Promise<unknown>;
  sendCommand(args: readonly Argument[], options: object): Promise<unknown>;
  destroy(): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

export class Connection {
  private underWay = 0;
  private heardAt = 0;
  private isOpen = true;
  /** Why it broke. */
  private cause: unknown;
  private readonly watch: NodeJS.Timeout;

  private constructor(
    /** `host:port` */
    readonly address: string,
    private readonly client: Client,
    private readonly reading: object,
  ) {
    this.watch = setInterval(() => {
      if (this.underWay === 0 || performance.now() - this.heardAt < STALLED_MS) return;
      this.cause ??= new Error(`no answer for ${STALLED_MS / 1000} s`);
      this.close();
    }, 1000).unref();
  }

  static async open(url: string): Promise<Connection> {
    const { createClient, RESP_TYPES } = await loadPackage();
    const { address, files } = await withoutFiles(url);
    const socket = { reconnectStrategy: false as const, connectTimeout: CONNECT_MS, ...files };
    const client = createClient({
      ...{ url: address, RESP: 2, disableOfflineQueue: true, socket },
    } as never) as unknown as Client;
    // every failure is also the answer of a command; without a listener it would end the process
    client.on('error', () => {});
    try {
      await client.connect();
    } catch (error) {
      tryDestroy(client);
      throw error;
    }
    return new Connection(new URL(url).host, client, { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } });
  }

  async send(args: readonly Argument[]): Promise<Reply> {
    if (this.underWay++ === 0) this.heardAt = performance.now();
    try {
      return (await this.client.sendCommand(args, this.reading)) as Reply;
    } catch (error) {
      if (isReply(error)) throw error;
      // all commands under way fail with it: the first one knows why
      this.cause ??= error;
      this.close();
      throw this.cause;
    } finally {
      this.underWay--;
      this.heardAt = performance.now();
    }
  }

  get isClosed(): boolean {
    return !this.isOpen;
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    clearInterval(this.watch);
    tryDestroy(this.client);
  }
}

/** Certificates and keys that the address names: `rediss://host?cert=client.crt&key=client.key&ca=ca.crt`. */
async function withoutFiles(url: string): Promise<{ address: string; files: object }> {
  const address = new URL(url);
  const files: Record<string, Buffer | true> = {};
  for (const name of [...address.searchParams.keys()]) {
    const path = address.searchParams.get(name)!;
    if (!['cert', 'key', 'ca'].includes(name) || address.protocol !== 'rediss:') {
      throw new NeardupError(
        'BAD_OPTION',
        `Expected \`cert\`, \`key\` or \`ca\` in an address with rediss://, got \`${name}\`.`,
      );
    }
    files[name] = await readFile(path).catch((cause: Error) => {
      throw new NeardupError('BAD_OPTION', `${path} cannot be read: ${cause.message}.`, { cause });
    });
    files.tls = true;
  }
  address.search = '';
  return { address: address.href, files };
}

/** Whether Redis itself has answered with this error: `MOVED 3999 …`. Otherwise the connection is to blame. */
export function isReply(error: unknown): error is Error {
  return error instanceof Error && /^[A-Z]{2,}( |$)/.test(error.message);
}

function tryDestroy(client: Client): void {
  try {
    client.destroy();
  } catch {
    // it was closed already
  }
}

async function loadPackage(): Promise<typeof import('redis')> {
  try {
    return await import('redis');
  } catch (cause) {
    throw new NeardupError('NOT_INSTALLED', 'Expected the package `redis`, version 5 or 6, found none.', {
      cause,
      advice: 'Install it: npm i redis',
    });
  }
}
