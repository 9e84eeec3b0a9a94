/**
 * Proxies that the environment names: HTTPS_PROXY and HTTP_PROXY by the scheme of the address, and NO_PROXY for hosts that are asked directly.
 * This machine itself is always asked directly.
 */
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent, request as secureRequest } from 'node:https';
import { BlockList, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { NeardupError } from '../errors.ts';

/** The proxy for an address; undefined if its host is asked directly. */
export function proxyFor(url: URL): URL | undefined {
  const name = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const given = variable(name);
  if (given === '' || isDirect(url)) return undefined;
  const address = given.includes('://') ? given : `http://${given}`;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    // what came may have a password
    throw new NeardupError(
      'BAD_OPTION',
      `Expected ${name.toUpperCase()} to be an address such as \`http://proxy.example:3128\`.`,
    );
  return new URL(address);
}

/** What a request to `url` through a proxy needs beside its own options: the tunnel, or for plain HTTP the proxy itself. */
export function throughProxy(proxy: URL, url: URL, silence: number) {
  if (url.protocol === 'https:') return { agent: tunnelAgent(proxy, silence), headers: {} };
  return {
    protocol: proxy.protocol,
    hostname: bare(proxy.hostname),
    port: proxy.port,
    path: url.href,
    headers: { host: url.host, ...login(proxy) },
  };
}

export function requestOf(url: URL): typeof plainRequest {
  return url.protocol === 'https:' ? secureRequest : plainRequest;
}

/** Connections to hosts through a proxy, encrypted from end to end, and used again. */
class TunnelAgent extends Agent {
  constructor(
    private readonly proxy: URL,
    private readonly silence: number,
  ) {
    super({ keepAlive: true });
  }

  override createConnection(
    options: { readonly host?: string | null; readonly port?: number | string | null },
    done: (error: Error | null, socket?: Duplex) => void,
  ): undefined {
    const { proxy, silence } = this;
    const host = `${isIP(options.host ?? '') === 6 ? `[${options.host}]` : options.host}:${options.port}`;
    const asked: ClientRequest = requestOf(proxy)({
      protocol: proxy.protocol,
      hostname: bare(proxy.hostname),
      port: proxy.port,
      method: 'CONNECT',
      path: host,
      headers: { host, ...login(proxy) },
      agent: false,
      timeout: silence,
    });
    asked.on('timeout', () => asked.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
    asked.on('error', done);
    asked.on('connect', ({ statusCode }: IncomingMessage, socket: Socket) => {
      socket.setTimeout(0);
      if (statusCode === 200)
        return done(null, super.createConnection({ ...options, socket } as never, () => {}) as Duplex);
      socket.destroy();
      done(refusal(statusCode));
    });
    asked.end();
    return undefined;
  }
}

const agents = new Map<string, TunnelAgent>();

function tunnelAgent(proxy: URL, silence: number): TunnelAgent {
  const known = agents.get(proxy.href) ?? new TunnelAgent(proxy, silence);
  agents.set(proxy.href, known);
  return known;
}

/** A proxy that is busy may answer later; one that refuses will refuse again. */
function refusal(status = 0): Error {
  const said = `the answer was ${status}`;
  return status >= 500 || status === 429 ? new Error(said) : new ProxyRefusal(said);
}

export class ProxyRefusal extends Error {}

/** What a proxy answers that does not know who asks. */
export const UNKNOWN_CALLER = 407;

function login({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(words).toString('base64')}` };
}

function variable(name: string): string {
  return process.env[name] || process.env[name.toUpperCase()] || '';
}

const HERE = new BlockList();
HERE.addSubnet('127.0.0.0', 8);
HERE.addAddress('::1', 'ipv6');

/** NO_PROXY has hosts (with all below them), addresses, networks such as 10.0.0.0/8, each perhaps with a port, or `*`. */
function isDirect(url: URL): boolean {
  const host = bare(url.hostname).toLowerCase();
  const kind = isIP(host) === 6 ? 'ipv6' : 'ipv4';
  if (host === 'localhost' || (isIP(host) !== 0 && HERE.check(host, kind))) return true;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  for (const entry of variable('no_proxy')
    .toLowerCase()
    .split(/[\s,]+/)) {
    if (entry === '*') return true;
    const [, name, ofPort = port] = /^(?:\*?\.)?(\[.*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? [];
    const plain = bare(name ?? '');
    if (plain === '' || ofPort !== port) continue;
    if (host === plain || host.endsWith(`.${plain}`) || isInNetwork(host, plain)) return true;
  }
  return false;
}

function isInNetwork(host: string, network: string): boolean {
  const [address, bits = ''] = network.split('/');
  const kind = isIP(address);
  if (kind === 0 || kind !== isIP(host) || !/^\d{1,3}$/.test(bits) || Number(bits) > (kind === 4 ? 32 : 128))
    return false;
  const list = new BlockList();
  const family = kind === 4 ? 'ipv4' : 'ipv6';
  list.addSubnet(address, Number(bits), family);
  return list.check(host, family);
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}
