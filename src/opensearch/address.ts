/**
 * Addresses of collections on a cluster: `opensearch://host:9200,host2:9200/index`, or `opensearch+https://` with TLS; `elasticsearch` means
 * the same. Who asks is in the address (`user:password@`) or in the environment, and in no message.
 */
import { NeardupError } from '../errors.ts';
import { CLUSTER_SCHEME } from '../remote-address.ts';

export interface ClusterAddress {
  /** Where nodes answer: `https://host:9200/prefix`. */
  readonly nodes: readonly string[];
  /** The index, or its alias. */
  readonly index: string;
  /** The header `authorization`. */
  readonly authorization?: string;
  /** The address without secrets. */
  readonly shown: string;
}

/** What both engines accept as a name, as far as neardup makes indexes of it. */
const INDEX = /^[a-z0-9][a-z0-9._-]{0,199}$/;

export function clusterAddress(
  url: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ClusterAddress {
  const [scheme, tls] = CLUSTER_SCHEME.exec(url) ?? refuse(url, 'the address of a collection on a cluster');
  const rest = url.slice(scheme.length);
  const at = rest.lastIndexOf('@');
  const [hosts, ...path] = rest.slice(at + 1).split('/');
  const index = path.pop() ?? '';
  if (!INDEX.test(index)) refuse(url, 'the name of an index (small letters, digits and `-_.`) at the end');
  const protocol = tls === undefined ? 'http:' : 'https:';
  const nodes = hosts
    .split(',')
    .map((host) => nodeUrl(host, protocol, path) ?? refuse(url, 'hosts and ports'));
  return {
    nodes,
    index,
    authorization: at === -1 ? fromEnvironment(environment) : fromUrl(rest.slice(0, at), url),
    shown: scheme + rest.slice(at + 1),
  };
}

function nodeUrl(host: string, protocol: string, path: readonly string[]): string | undefined {
  const url = `${protocol}//${host}`;
  if (host === '' || !URL.canParse(url)) return undefined;
  const { hostname, port, pathname, search, hash, username } = new URL(url);
  if (hostname === '' || pathname !== '/' || search + hash + username !== '') return undefined;
  // a port that belongs to the protocol is left out by the parser
  const given = /:(\d+)$/.exec(host)?.[1] ?? (port === '' ? '9200' : port);
  return [`${protocol}//${hostname}:${given}`, ...path].join('/');
}

function fromUrl(userInfo: string, url: string): string {
  const [user, ...password] = userInfo.split(':');
  try {
    return basic(decodeURIComponent(user), decodeURIComponent(password.join(':')));
  } catch {
    return refuse(url, 'a user and a password with special characters written as %40');
  }
}

function fromEnvironment(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const { NEARDUP_OPENSEARCH_API_KEY: key, NEARDUP_OPENSEARCH_USER: user } = environment;
  if (key !== undefined && key !== '') return `ApiKey ${key}`;
  if (user === undefined || user === '') return undefined;
  return basic(user, environment.NEARDUP_OPENSEARCH_PASSWORD ?? '');
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

function refuse(url: string, expected: string): never {
  const shown = url.replace(/\/\/.*@/, '//…@');
  throw new NeardupError('BAD_OPTION', `Expected ${expected}, got \`${shown}\`.`, {
    advice:
      'Write opensearch://host:9200/index, or opensearch+https://user:password@host:9200/index; several hosts are separated by commas.',
  });
}
