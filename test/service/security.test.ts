/** Who is answered: every route with every kind of key, and what a page of another site can send. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../src/apps/http/route.ts';
import { allRoutes } from '../../src/apps/http/routes.ts';
import { SCOPES } from '../../src/apps/http/service-answers.ts';
import { runService, type TestService } from './run-service.ts';

const ROUTES = allRoutes('0', async () => ({ status: 200 }));
const GUARDED = ROUTES.filter(({ scope }) => scope !== undefined);
let service: TestService & { readonly secrets: readonly string[] };
let keyless: TestService;
const secret: Record<string, string> = {};

beforeAll(async () => {
  service = await runService({}, [
    ...SCOPES.map((scope) => ({ scopes: [scope] })),
    { scopes: ['admin'], expires: '2020-01-01T00:00:00Z' },
    { scopes: ['admin'], prefix: 'elsewhere' },
    { scopes: ['read', 'write'], prefix: 'documents/mine/' },
    { scopes: ['read'], rate: 2 },
  ]);
  const names = [...SCOPES, 'expired', 'elsewhere', 'mine', 'slow'];
  names.forEach((name, i) => {
    secret[name] = service.secrets[i];
  });
  keyless = await runService();
});

afterAll(async () => {
  await service.stop();
  await keyless.stop();
});

/** A request that passes the guard ends in any status but 401 and 403. */
async function status(route: Route, key?: string): Promise<number> {
  const path = route.path
    .replace('{name}', 'documents')
    .replace('{task}', '1')
    .replace('{key}', '0'.repeat(12))
    .replaceAll(/\{\w+\}/g, 'x');
  // nothing is removed: the guard comes before the body, and this body is refused
  const headers = {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    accept: 'application/json',
  };
  const isAnswered = route.method === 'DELETE' && route.path.endsWith('{name}');
  const { status: got, body } = await service.send(
    route.method,
    isAnswered ? path.replace('documents', 'missing') : path,
    route.method === 'GET' || route.method === 'DELETE' ? undefined : [],
    headers,
  );
  await body?.cancel();
  return got;
}

describe.each(GUARDED.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
  test('a route needs a key, which must be known and not expired', async () => {
    expect(await status(route)).toBe(401);
    expect(await status(route, 'nd_wrong')).toBe(401);
    expect(await status(route, `${secret.admin}x`)).toBe(401);
    expect(await status(route, secret.expired)).toBe(401);
  });

  test('a route is answered with its scope and with admin, and with no other', async () => {
    for (const scope of SCOPES) {
      const isAllowed = scope === route.scope || scope === 'admin';
      const got = await status(route, secret[scope]);
      expect([scope, got === 403]).toEqual([scope, !isAllowed]);
      expect(got).not.toBe(401);
    }
  });

  test('a route is refused to a key for other collections', async () => {
    const concernsAll =
      !route.path.includes('{name}') && route.scope !== 'admin' && route.scope !== 'metrics';
    expect((await status(route, secret.elsewhere)) === 403).toBe(!concernsAll);
  });
});

test('routes without a scope tell nothing of documents', () => {
  const open = ROUTES.filter(({ scope }) => scope === undefined).map(({ path }) => path);
  expect(open).toEqual(['/health', '/ready', '/openapi.json']);
});

test('a key for some documents reaches these and no others', async () => {
  const mine = { authorization: `Bearer ${secret.mine}` };
  const admin = { authorization: `Bearer ${secret.admin}` };
  const path = (id: string) => `/v1/collections/documents/documents/${encodeURIComponent(id)}`;
  await service.send('PUT', path('theirs'), { text: 'Of others.' }, admin);
  expect((await service.send('PUT', path('mine/1'), { text: 'Mine.' }, mine)).status).toBe(201);
  expect((await service.send('GET', path('mine/1'), undefined, mine)).status).toBe(200);
  for (const method of ['GET', 'DELETE'])
    expect((await service.send(method, path('theirs'), undefined, mine)).status).toBe(403);
  expect((await service.send('PUT', path('theirs'), { text: 'x' }, mine)).status).toBe(403);
  const list = await service.json('GET', '/v1/collections/documents/documents', undefined, mine);
  expect(list.documents.map(({ id }: { id: string }) => id)).toEqual(['mine/1']);
  const others = ['/v1/collections/documents/check', '/v1/collections/documents/compare'];
  for (const other of others)
    expect((await service.send('POST', other, { text: 'x' }, mine)).status).toBe(403);
  const added = await service.send(
    'POST',
    '/v1/collections/documents/documents',
    '{"id":"theirs","text":"x"}\n',
    mine,
  );
  expect(added.status).toBe(207);
  const removed = '/v1/collections/documents/documents/remove';
  expect((await service.send('POST', removed, { prefix: 'th' }, mine)).status).toBe(403);
  expect((await service.send('POST', removed, { ids: ['theirs'] }, mine)).status).toBe(403);
});

test('a key with a rate is told when to come back', async () => {
  const slow = { authorization: `Bearer ${secret.slow}` };
  const answers = [];
  for (let i = 0; i < 3; i++) answers.push(await service.send('GET', '/v1/collections', undefined, slow));
  expect(answers.map(({ status: got }) => got)).toEqual([200, 200, 429]);
  expect(Number(answers[2].headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a revoked key is refused, and secrets are neither listed nor stored', async () => {
  const admin = { authorization: `Bearer ${secret.admin}` };
  const made = await service.json('POST', '/v1/keys', { scopes: ['read'] }, admin);
  const own = { authorization: `Bearer ${made.secret}` };
  expect((await service.send('GET', '/v1/collections', undefined, own)).status).toBe(200);
  expect((await service.send('DELETE', `/v1/keys/${made.key}`, undefined, admin)).status).toBe(204);
  expect((await service.send('GET', '/v1/collections', undefined, own)).status).toBe(401);
  expect(JSON.stringify(await service.json('GET', '/v1/keys', undefined, admin))).not.toMatch(
    /secret|sha256|nd_/,
  );
});

/** The status of a request with headers that fetch does not send. */
function raw(headers: Record<string, string>, method = 'GET', path = '/v1/collections'): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(keyless.address + path, { method, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('a service without keys refuses another host, another origin, and requests of another page', async () => {
  const { host } = new URL(keyless.address);
  expect(await raw({ host })).toBe(200);
  expect(await raw({ host: host.replace('127.0.0.1', 'localhost') })).toBe(200);
  for (const other of [
    'evil.example',
    `evil.example:80`,
    '127.0.0.1.evil.example',
    '10.0.0.1',
    'localhost.evil.example',
  ])
    expect(await raw({ host: other })).toBe(403);
  expect(await raw({ host, origin: `http://${host}` })).toBe(200);
  for (const origin of [
    'http://evil.example',
    'null',
    `https://${host}`,
    'http://127.0.0.1:1',
    `http://${host}.evil.example`,
  ])
    expect(await raw({ host, origin })).toBe(403);
  for (const site of ['cross-site', 'same-site'])
    expect(await raw({ host, 'sec-fetch-site': site })).toBe(403);
  expect(await raw({ host, 'sec-fetch-site': 'same-origin' })).toBe(200);
});

test('a service without keys lets no form write: it takes JSON types only, and uploads only from its own origin', async () => {
  const { host } = new URL(keyless.address);
  const path = '/v1/collections/documents/documents';
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    expect(await raw({ host, 'content-type': type, 'content-length': '0' }, 'POST', path)).toBe(415);
  const upload = { host, 'content-type': 'multipart/form-data; boundary=x', 'content-length': '0' };
  expect(await raw(upload, 'POST', path)).toBe(403);
  expect(await raw({ ...upload, origin: `http://${host}` }, 'POST', path)).toBe(400);
});

test('no answer allows another origin to read it', async () => {
  const { headers } = await keyless.send('GET', '/health');
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('other machines are not served before there is a key', async () => {
  await expect(runService({ host: '0.0.0.0' })).rejects.toMatchObject({ code: 'BAD_OPTION' });
});
