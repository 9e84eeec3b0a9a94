/**
 * Requests to servers. Trouble that may pass (a lost connection, 429, 503) is waited out; redirects are followed without the credentials of
 * the first host, and not to private addresses: a public server must not make this machine ask its own network.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { NeardupError } from '../errors.ts';
import { shownAddress } from './addresses.ts';
import { isKnownAsPrivate, isPrivate, publicLookup } from './private-addresses.ts';
import { ProxyRefusal, proxyFor, requestOf, throughProxy, UNKNOWN_CALLER } from './proxies.ts';

export type RequestHeaders = Readonly<Record<string, string>>;

/** What is asked, and how the server knows who asks. */
export interface Target {
  readonly url: URL;
  /** As errors name it. */
  readonly shown: string;
  /** A service of this machine, which no proxy is asked for. */
  readonly isHere?: boolean;
  /** The headers, made anew for every attempt: a signature is valid for some minutes only. */
  authorize?(url: URL, method: string, headers: RequestHeaders): Promise<RequestHeaders>;
}

export interface ServerRequest {
  readonly method?: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly headers?: RequestHeaders;
  readonly body?: Uint8Array;
  readonly signal?: AbortSignal;
  /** @default ATTEMPTS */
  readonly attempts?: number;
  /** Milliseconds without a byte after which a connection counts as lost. @default 60,000 */
  readonly silence?: number;
}

export interface ServerAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: IncomingMessage;
}

export const ATTEMPTS = 6;
const ATTEMPTS_AT_NOBODY = 3;
const MOST_REDIRECTS = 5;
const SILENCE = 60_000;
/** Milliseconds before the second attempt; each later pause is twice as long. */
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 30_000;
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Hosts that have answered before. */
const heard = new Set<string>();

/** The answer, whatever its status; trouble that may pass is returned only after several attempts. Raises INPUT_UNREACHABLE. */
export async function ask(target: Target, asked: ServerRequest = {}): Promise<ServerAnswer> {
  const { attempts = ATTEMPTS, signal } = asked;
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    let pause = FIRST_PAUSE * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
    try {
      const answer = await followed(target, asked);
      heard.add(target.url.host);
      if (!PASSING.has(answer.status) || attempt === attempts) return answer;
      pause = Math.max(pause, 1000 * (Number(answer.headers['retry-after']) || 0));
      answer.body.destroy();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof NeardupError) throw error;
      if (attempt === attempts || !mayPass(error, attempt, target.url.host))
        throw unreachable(target.shown, reasonOf(error, target), error);
    }
    await wait(Math.min(pause, LONGEST_PAUSE), undefined, { signal });
  }
}

/** The whole body as text. Raises INPUT_UNREACHABLE if it is longer than `most` bytes. */
export async function bodyText(answer: ServerAnswer, shown: string, most = 32 << 20): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of answer.body as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > most) throw unreachable(shown, `its answer has more than ${most} bytes`);
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof NeardupError) throw error;
    throw unreachable(shown, reasonOf(error), error);
  }
  return Buffer.concat(parts).toString();
}

export function unreachable(shown: string, reason: string, cause?: unknown): NeardupError {
  const advice = isDistrust(cause)
    ? 'If the certificate is your own, name the file of its authority: NODE_EXTRA_CA_CERTS=authority.pem'
    : undefined;
  return new NeardupError('INPUT_UNREACHABLE', `Cannot reach \`${shown}\`: ${reason}.`, { cause, advice });
}

/** The error of a server that refuses. */
export function refused(shown: string, status: number, reason = '', advice?: string): NeardupError {
  const said = reason === '' ? '' : ` (${reason})`;
  if (status === 404 || status === 410)
    return new NeardupError('INPUT_NOT_FOUND', `There is no \`${shown}\`${said}.`, {
      advice: 'Check the address.',
    });
  return new NeardupError('INPUT_UNREACHABLE', `The server refuses \`${shown}\` with ${status}${said}.`, {
    advice,
  });
}

async function followed(target: Target, asked: ServerRequest): Promise<ServerAnswer> {
  let { url } = target;
  for (let redirects = 0; ; redirects++) {
    const answer = await once(target, url, asked);
    const { location } = answer.headers;
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) return answer;
    answer.body.destroy();
    if (redirects === MOST_REDIRECTS)
      throw unreachable(target.shown, 'it leads from one address to the next');
    const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
    if (next === undefined || !/^https?:$/.test(next.protocol) || next.username !== '')
      throw unreachable(target.shown, 'it leads to something that is no address');
    if (url.protocol === 'https:' && next.protocol === 'http:')
      throw unreachable(target.shown, `it leads to \`${shownAddress(next)}\`, which is not encrypted`);
    url = next;
  }
}

async function once(target: Target, url: URL, asked: ServerRequest): Promise<ServerAnswer> {
  const { method = 'GET', headers = {}, body, signal, silence = SILENCE } = asked;
  const isFirstHost = url.host === target.url.host && url.protocol === target.url.protocol;
  const given: RequestHeaders = { 'accept-encoding': 'identity', 'user-agent': 'neardup', ...headers };
  const own = isFirstHost ? await target.authorize?.(url, method, given) : undefined;
  const isNamed = url.hostname === target.url.hostname;
  if (!isNamed && isPrivate(hostOf(url))) throw privateAddress(target, url);
  const proxy = target.isHere ? undefined : proxyFor(url);
  if (!isNamed && proxy !== undefined && (await isKnownAsPrivate(hostOf(url))))
    throw privateAddress(target, url);
  const way = proxy && throughProxy(proxy, url, silence);
  const request = requestOf(url.protocol === 'http:' && proxy !== undefined ? proxy : url);
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      signal,
      // a connection that is silent is lost, also before it is made and while its body is read
      timeout: silence,
      ...(!isNamed && proxy === undefined && { lookup: publicLookup(() => privateAddress(target, url)) }),
      ...way,
      headers: {
        ...given,
        ...(body && { 'content-length': String(body.length) }),
        ...own,
        ...way?.headers,
      },
    });
    sent.on('timeout', () => sent.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
    sent.on('error', (error) => reject(proxy === undefined ? error : Object.assign(error, { proxy })));
    sent.on('response', (answer) => {
      if (proxy !== undefined && answer.statusCode === UNKNOWN_CALLER)
        return sent.destroy(new ProxyRefusal(`the answer was ${UNKNOWN_CALLER}`));
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer });
    });
    sent.end(body);
  });
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function privateAddress(target: Target, url: URL): NeardupError {
  return unreachable(target.shown, `it leads to \`${shownAddress(url)}\`, an address of a private network`);
}

/** Another attempt does not help with an unknown host, an untrusted certificate or a proxy that refuses; many do not where nothing ever answered. */
function mayPass(error: unknown, attempt: number, host: string): boolean {
  const { code = '' } = error as { code?: string };
  return (
    (code !== 'ECONNREFUSED' || heard.has(host) || attempt < ATTEMPTS_AT_NOBODY) &&
    !(error instanceof ProxyRefusal) &&
    code !== 'ENOTFOUND' &&
    !/CERT|TLS|SSL|ERR_INVALID|SELF_SIGNED|ISSUER/.test(code)
  );
}

/** @param target Its host is named if nothing answers and its address does not say where it is. */
export function reasonOf(error: unknown, target?: Target): string {
  const { proxy } = error as { proxy?: URL };
  const reason = plainReason(error, target);
  // what fails may be the proxy, which the address does not name
  return proxy === undefined ? reason : `${reason}, through the proxy \`${proxy.host}\``;
}

function plainReason(error: unknown, target?: Target): string {
  const { code = '', message, hostname } = error as { code?: string; message: string; hostname?: string };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `no host \`${hostname}\` is found`;
  if (code === 'ECONNREFUSED') {
    const host = target?.url.host;
    return host === undefined || target?.shown.includes(host)
      ? 'nothing answers there'
      : `nothing answers at \`${host}\``;
  }
  if (code === 'ETIMEDOUT') return 'no answer came';
  if (['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(code)) return 'the connection was cut';
  if (isDistrust(error)) return `its certificate is not trusted (${message})`;
  return message === 'aborted' ? 'the connection was cut' : message;
}

function isDistrust(error: unknown): boolean {
  return /CERT|SELF_SIGNED|ISSUER/.test((error as { code?: string } | undefined)?.code ?? '');
}
