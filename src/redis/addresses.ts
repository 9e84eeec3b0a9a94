/**
 * Addresses of Redis servers, and which of several single servers is the master: the one that says so, or the one that Sentinels name
 * (`redis+sentinel://host:26379/NAME`).
 */
import { NeardupError } from '../errors.ts';
import { Connection } from './connection.ts';

const SENTINEL = /^redis(s?)\+sentinel:$/;

export function checkedUrl(url: string, _: number, urls: readonly string[]): string {
  const full = /^rediss?(\+sentinel)?:\/\//.test(url) ? url : `redis://${url}`;
  if (!URL.canParse(full) || new URL(full).hostname === '')
    throw refused('the address of a Redis server', url);
  const isSentinel = SENTINEL.test(new URL(full).protocol);
  if (isSentinel && sentinelName(full) === '') throw refused('the name of the master after a Sentinel', url);
  if (isSentinel !== /\+sentinel:/.test(urls[0])) throw refused('addresses of servers or of Sentinels', url);
  return full;
}

function refused(expected: string, url: string): NeardupError {
  return new NeardupError('BAD_OPTION', `Expected ${expected}, got \`${url.replace(/\/\/.*@/, '//…@')}\`.`, {
    advice:
      'Write redis://host:6379, rediss://user:password@host:6379 with TLS, or redis+sentinel://host:26379/NAME.',
  });
}

/** `host:port` */
export function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port !== '' ? port : SENTINEL.test(protocol) ? 26379 : 6379}`;
}

/** The URL of another server, with the same password and certificates. */
export function serverUrl(url: string, address: string): string {
  const other = new URL(url);
  const { hostname, port } = new URL(`redis://${address}`);
  other.hostname = hostname;
  other.port = port;
  if (!SENTINEL.test(other.protocol)) return other.href;
  other.pathname = '';
  return other.href.replace('+sentinel:', ':');
}

/** The name of the master that Sentinels know; undefined if the address is that of a server. */
export function sentinelName(url: string): string | undefined {
  const { protocol, pathname } = new URL(url);
  return SENTINEL.test(protocol) ? decodeURIComponent(pathname.slice(1)) : undefined;
}

/** The master, as the first Sentinel says that answers. The server must say so itself. */
export async function masterBySentinel(
  urls: readonly string[],
  name: string,
  connect: (address: string) => Promise<Connection>,
): Promise<string> {
  let last: unknown;
  for (const url of urls) {
    try {
      const address = await askSentinel(url, name);
      return await masterByRole(await connect(address), address);
    } catch (error) {
      if (error instanceof NeardupError) throw error;
      last = error;
    }
  }
  throw last;
}

/** Sentinels have no password here: they only tell of addresses. */
async function askSentinel(url: string, name: string): Promise<string> {
  const plain = new URL(serverUrl(url, hostOf(url)));
  plain.username = '';
  plain.password = '';
  const connection = await Connection.open(plain.href);
  try {
    const found = (await connection.send(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name])) as Buffer[] | null;
    if (found === null) throw refused('a master that the Sentinel knows', url);
    const [host, port] = found.map(String);
    return `${host.includes(':') ? `[${host}]` : host}:${port}`;
  } finally {
    connection.close();
  }
}

/** Its address if it is a master. */
export async function masterByRole(connection: Connection, address: string): Promise<string> {
  const info = String(await connection.send(['INFO', 'replication']));
  if (!/^role:slave/m.test(info)) return address;
  throw new Error(`READONLY ${address} is a replica, and no address is that of a master`);
}
