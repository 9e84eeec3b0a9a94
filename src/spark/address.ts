/**
 * The address of a Spark Connect server, as Spark documents it: `sc://host:port/;name=value;name=value`. Values may be encoded as in URLs.
 * `token`, `use_ssl`, `user_id`, `user_agent` and `session_id` have a meaning; all others are sent as headers.
 */
import { randomUUID } from 'node:crypto';
import { NeardupError } from '../errors.ts';

export interface SparkAddress {
  /** For messages: without the token. */
  readonly name: string;
  /** The URL of the HTTP/2 connection. */
  readonly url: string;
  readonly user: string;
  readonly agent: string;
  readonly session: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function parseAddress(address: string): SparkAddress {
  const [, host, port = '15002', settings = ''] =
    /^sc:\/\/(\[[\da-f:.]+\]|[^/:;[\]]+)(?::(\d+))?(?:\/(?:;(.*))?)?$/is.exec(address) ?? [];
  if (host === undefined) {
    throw refused('a Spark Connect address like `sc://host:15002/;token=…`', address.split(';', 1)[0]);
  }
  const given = parseSettings(settings);
  const take = (name: string) => {
    const value = given.get(name);
    given.delete(name);
    return value;
  };
  const token = take('token');
  const secure = take('use_ssl')?.toLowerCase();
  if (token !== undefined && secure === 'false')
    throw refused('`use_ssl=true` with a token', 'use_ssl=false');
  const scheme = secure === 'true' || token !== undefined ? 'https' : 'http';
  const url = `${scheme}://${host}:${port}`;
  if (!URL.canParse(url)) throw refused('a host and a port up to 65535', `${host}:${port}`);
  const [user, agent, session] = ['user_id', 'user_agent', 'session_id'].map(take);
  return {
    name: `sc://${host}:${port}`,
    url,
    user: user ?? 'neardup',
    agent: agent ?? 'neardup',
    session: session ?? randomUUID(),
    headers: headersOf(given, token),
  };
}

/** HTTP/2 drops a header with other characters, and the request would go out without it. */
function headersOf(given: ReadonlyMap<string, string>, token?: string): Readonly<Record<string, string>> {
  const isSent = (value: string) => /^[\x20-\x7e]*$/.test(value) && value === value.trim();
  const needSent = (name: string, value: string) => {
    // a value may be secret
    if (!isSent(value)) throw refused(`visible characters of ASCII as \`${name}\``, 'others, or none');
  };
  for (const [name, value] of given) needSent(name, value);
  if (token === undefined) return Object.fromEntries(given);
  const authorization = `Bearer ${token}`;
  needSent('token', authorization);
  return { ...Object.fromEntries(given), authorization };
}

function parseSettings(settings: string): Map<string, string> {
  const parts = settings.split(';').filter((part) => part !== '');
  return new Map(
    parts.map((part) => {
      const at = part.indexOf('=');
      // names of headers, which have no other characters; values may be secret
      const name = decoded(part.slice(0, Math.max(at, 0)));
      if (!/^[\w.-]+$/.test(name)) throw refused('`name=value` after `/;` in the address of Spark', name);
      return [name.toLowerCase(), decoded(part.slice(at + 1))];
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function refused(expected: string, got: string): NeardupError {
  return new NeardupError('BAD_OPTION', `Expected ${expected}, got \`${got}\`.`, { option: 'spark' });
}
