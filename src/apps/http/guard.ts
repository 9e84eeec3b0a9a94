/**
 * Who may call a route. With keys: the key's scope, prefix, expiry and rate decide. If keys cannot be read: no one. Without keys only programs
 * and pages of this machine are answered: a page of another site that a user visits cannot reach the service, even if it gets its name to lead here.
 */
import type { FastifyRequest } from 'fastify';
import { isExpired, type Keys } from './keys.ts';
import { ServiceError } from './problems.ts';
import type { Route } from './route.ts';
import { SCOPES, type Scope, type ServiceKey } from './service-answers.ts';

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
/** Milliseconds before the keys are read again. */
const KEYS_AGE = 1000;
const MINUTE = 60_000;

/** The permissions of a request's sender. */
export class Access {
  /** @param key Undefined if none was needed. */
  constructor(
    readonly scopes: readonly Scope[],
    readonly prefix: string,
    readonly key?: ServiceKey,
  ) {}

  has(scope: Scope): boolean {
    return this.scopes.includes(scope) || this.scopes.includes('admin');
  }

  /** Whether a document, or without an id all documents of a collection, may be reached. */
  mayReach(name: string, id = ''): boolean {
    return `${name}/${id}`.startsWith(this.prefix);
  }

  /** Whether some documents of a collection may be. */
  mayReachSome(name: string): boolean {
    return this.mayReach(name) || this.prefix.startsWith(`${name}/`);
  }

  /** The prefix of the ids that may be reached in a collection; undefined: any. The sender learns nothing of others, not even their number. */
  idPrefix(name: string): string | undefined {
    return this.mayReach(name) ? undefined : this.prefix.slice(name.length + 1);
  }

  needDocument(name: string, id: string): void {
    if (!this.mayReach(name, id))
      throw new ServiceError('FORBIDDEN', `The key does not reach \`${name}/${id}\`.`);
  }
}

const EVERYTHING = new Access(SCOPES, '');

export class Guard {
  /** When the keys were last read, and why they cannot be. */
  private read = Number.NEGATIVE_INFINITY;
  private closed: unknown;
  private readonly rates = new Map<string, { readonly since: number; count: number }>();

  /**
   * @param isLoopback False if other machines can connect: then a key is needed even if there is none.
   * @param tell Is called if the keys can no longer be read.
   * @param now Milliseconds since any moment. This clock is never set back; expiry is a date, and goes by the clock of the machine.
   */
  constructor(
    private readonly keys: Keys,
    private readonly isLoopback: boolean,
    private readonly tell: (error: unknown) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether requests need a key. */
  get needsKey(): boolean {
    return this.isClosed || this.keys.exist || !this.isLoopback;
  }

  /** Whether all requests are refused because the keys cannot be read. */
  get isClosed(): boolean {
    return this.closed !== undefined;
  }

  /** Refuses a request before its body is read. */
  async check(request: FastifyRequest, route: Route | undefined): Promise<Access> {
    await this.refresh();
    if (!this.needsKey) checkOrigin(request);
    if (route?.scope === undefined) return this.needsKey ? new Access([], '') : EVERYTHING;
    if (this.isClosed)
      throw new ServiceError('KEYS_DAMAGED', 'The keys cannot be read, so all requests are refused.');
    if (!this.needsKey) return EVERYTHING;
    const key = this.keyOf(request);
    const access = new Access(key.scopes, key.prefix ?? '', key);
    if (!access.has(route.scope)) {
      throw new ServiceError('FORBIDDEN', `The key does not have the scope \`${route.scope}\`.`);
    }
    checkReach(access, route, request.params as Readonly<Record<string, string>>);
    this.checkRate(key);
    return access;
  }

  /** Whether access is still allowed: the key may have been revoked or have expired. */
  async stillAllows({ key }: Access): Promise<boolean> {
    await this.refresh();
    if (this.isClosed || key === undefined) return !this.needsKey;
    return this.keys.has(key.key) && !isExpired(key);
  }

  private async refresh(): Promise<void> {
    if (this.now() < this.read + KEYS_AGE) return;
    this.read = this.now();
    const before = this.closed;
    try {
      await this.keys.refresh();
      this.closed = undefined;
    } catch (error) {
      this.closed = error;
      if (String(before) !== String(error)) this.tell(error);
    }
  }

  private keyOf({ headers }: FastifyRequest): ServiceKey {
    const secret = bearerOf(headers.authorization);
    const challenge = { headers: { 'www-authenticate': 'Bearer' } };
    if (secret === undefined) throw new ServiceError('NO_KEY', 'The request has no key.', challenge);
    const key = this.keys.find(secret);
    if (key === undefined) throw new ServiceError('NO_KEY', 'There is no such key.', challenge);
    if (isExpired(key)) throw new ServiceError('NO_KEY', 'The key has expired.', challenge);
    return key;
  }

  private checkRate({ key, rate }: ServiceKey): void {
    if (rate === undefined) return;
    const now = this.now();
    const known = this.rates.get(key);
    const used = known === undefined || now >= known.since + MINUTE ? { since: now, count: 0 } : known;
    this.rates.set(key, used);
    if (++used.count <= rate) return;
    const seconds = Math.max(1, Math.ceil((used.since + MINUTE - now) / 1000));
    throw new ServiceError('TOO_MANY_REQUESTS', `The key may send ${rate} requests a minute.`, {
      headers: { 'retry-after': String(seconds) },
    });
  }
}

/** The secret of a key in a header. */
export function bearerOf(authorization = ''): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,200})$/i.exec(authorization)?.[1];
}

/** A key for some collections or documents reaches nothing else. */
function checkReach(
  access: Access,
  { scope, reach }: Route,
  { name, id }: Readonly<Record<string, string>>,
): void {
  if (name === undefined) {
    // routes of the whole service
    if (access.prefix !== '' && (scope === 'admin' || scope === 'metrics'))
      throw new ServiceError('FORBIDDEN', 'This key reaches only a part of the service.');
    return;
  }
  const isReached = { document: () => access.mayReach(name, id), documents: () => access.mayReachSome(name) };
  if (!(reach === undefined ? access.mayReach(name) : isReached[reach]()))
    throw new ServiceError('FORBIDDEN', `The key does not reach this of \`${name}\`.`);
}

/** Refuses requests that a page of another site could send. */
function checkOrigin({ headers }: FastifyRequest): void {
  const { host = '', origin } = headers;
  if (!LOOPBACK.test(host)) throw foreign(`Expected a request to localhost, got one to \`${host}\`.`);
  if (origin !== undefined && origin !== `http://${host}`)
    throw foreign(`Expected a request of this service's page, got one of \`${origin}\`.`);
  const site = headers['sec-fetch-site'];
  const isVisit = headers['sec-fetch-mode'] === 'navigate';
  if ((site === 'cross-site' || site === 'same-site') && !isVisit)
    throw foreign('Expected a request of this service’s page, got one of another page.');
  const type = headers['content-type'] ?? '';
  if (/^multipart\//i.test(type) && origin === undefined) {
    throw new ServiceError('FOREIGN_ORIGIN', 'Expected an upload with an `Origin`, got one without.', {
      advice: `Send \`Origin: http://${host}\`, or make a key.`,
    });
  }
}

function foreign(detail: string): ServiceError {
  return new ServiceError('FOREIGN_ORIGIN', detail);
}
