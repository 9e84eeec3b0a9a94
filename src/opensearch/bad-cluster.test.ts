/** A cluster that fails, in every way there is, gives one clear error, and never a shorter answer. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CANONICAL_VERSION } from '../canonicalize/index.ts';
import { keySchemeOf, newSettings } from '../collection/index.ts';
import type { ClusterCollectionOptions } from '../opensearch.ts';
import { openClusterCollection } from './open.ts';

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Answers a request, or leaves it to a cluster that works and has no documents. */
type Fault = (method: string, path: string, body: string) => Reply | undefined;

let server: Server;
let fault: Fault = () => undefined;
let asked: string[] = [];
let head: unknown;
let version = 0;
/** Documents by name. */
const stored = new Map<string, unknown>();

beforeEach(async () => {
  [fault, asked, head, version] = [() => undefined, [], undefined, 0];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const [method, path] = [request.method!, request.url!];
      asked.push(`${method} ${path.split('?')[0]}`);
      const body = Buffer.concat(chunks).toString();
      const { status, body: answer } = fault(method, path, body) ?? working(method, path, body);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const settings = newSettings({});
const MADE = {
  ...{ format: 1, keyScheme: keySchemeOf(settings), canonicalForm: CANONICAL_VERSION },
  settings: JSON.parse(JSON.stringify(settings)),
};
const LOOKED_UP = { type: 'keyword', doc_values: false };
const MAPPINGS = {
  _meta: { neardup: MADE },
  properties: {
    ...{ id: LOOKED_UP, keys: LOOKED_UP, order: { type: 'long', index: false }, turn: { type: 'long' } },
    ...{ seen: { type: 'long' }, expires: { type: 'long' } },
  },
};
const NO_HITS = {
  timed_out: false,
  _shards: { failed: 0 },
  hits: { total: { value: 0, relation: 'eq' }, hits: [] },
};

function working(method: string, path: string, body: string): Reply {
  const done = (answer: unknown) => ({ status: 200, body: answer });
  if (path.includes('/_doc/head')) {
    const place = { _seq_no: version, _primary_term: 1 };
    if (method === 'GET') return done({ found: true, ...place, _source: head });
    if (path.includes('op_type=create') && head !== undefined) return { status: 409, body: {} };
    head = JSON.parse(body);
    version++;
    return done({ ...place, _seq_no: version });
  }
  if (path.includes('/_bulk')) {
    const lines = body.trimEnd().split('\n');
    const names = lines.flatMap((line) => JSON.parse(line).create?._id ?? []);
    for (const [i, name] of names.entries()) stored.set(name, JSON.parse(lines[2 * i + 1]));
    return done({ items: names.map(() => ({ create: { status: 201, _shards: { successful: 1 } } })) });
  }
  if (path.includes('/_mget')) {
    const { ids } = JSON.parse(body) as { ids: string[] };
    return done({ docs: ids.map((_id) => ({ _id, found: stored.has(_id), _source: stored.get(_id) })) });
  }
  if (path.includes('/_search')) return done(NO_HITS);
  if (path.includes('/_refresh')) return done({ _shards: { total: 1, successful: 1, failed: 0 } });
  return done({ 'news-000001': { mappings: MAPPINGS } });
}

const open = (options: ClusterCollectionOptions = {}, user = '') =>
  openClusterCollection(`opensearch://${user}127.0.0.1:${(server.address() as AddressInfo).port}/news`, {
    retrySeconds: 0,
    threads: 1,
    ...options,
  });

/** What adding a document, or asking for one, ends with. */
async function failure(what: 'add' | 'check', options?: ClusterCollectionOptions): Promise<string> {
  const collection = await open(options);
  try {
    if (what === 'add') await collection.add([{ id: 'a', text: 'One text about ferries.' }]);
    else await collection.check({ text: 'One text about ferries.' });
    return 'no error';
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`;
  } finally {
    await collection.close();
  }
}

const error = (status: number, type: string, reason: string): Reply => ({
  status,
  body: { error: { root_cause: [{ type, reason }], type, reason }, status },
});
const at =
  (part: string, reply: Reply): Fault =>
  (_, path) =>
    path.includes(part) ? reply : undefined;
const item = (reply: Reply) =>
  at('/_bulk', {
    status: 200,
    body: {
      errors: true,
      items: [{ create: { status: reply.status, error: (reply.body as { error: unknown }).error } }],
    },
  });
const FLOOD =
  'index [news] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];';

test('the cluster of these tests works: a document is added', async () => {
  expect(await failure('add')).toBe('no error');
  expect(await failure('check')).toBe('no error');
});

test('a document that was stored and is gone is an error, not a shorter answer', async () => {
  const collection = await open();
  await collection.add([{ id: 'a', text: 'One text about ferries.' }]);
  stored.clear();
  const other = await open();
  await expect(other.check({ text: 'One text about ferries.' })).rejects.toThrow(
    /has lost documents that were stored/,
  );
  await other.close();
  await collection.close();
});

test.each<[name: string, what: 'add' | 'check', fault: Fault, message: RegExp]>([
  [
    'is red',
    'check',
    at('/_search', error(503, 'no_shard_available_action_exception', 'No shard available for [x]')),
    /^CLUSTER_FAILED: .* cannot answer from all parts of the index: No shard/,
  ],
  [
    'has lost a part',
    'check',
    at('/_search', {
      status: 200,
      body: { ...NO_HITS, _shards: { failed: 1, failures: [{ reason: { reason: 'node left' } }] } },
    }),
    /^CLUSTER_FAILED: .*not whole: 1 of its parts failed \(node left\)/,
  ],
  [
    'is slow',
    'check',
    at('/_search', { status: 200, body: { ...NO_HITS, timed_out: true } }),
    /^CLUSTER_FAILED: .*not whole: it has not searched all documents in time/,
  ],
  [
    'ends searches early',
    'check',
    at('/_search', { status: 200, body: { ...NO_HITS, terminated_early: true } }),
    /^CLUSTER_FAILED: .*not whole: it was told to end early/,
  ],
  [
    'is full (flood stage)',
    'add',
    item(error(429, 'cluster_block_exception', FLOOD)),
    /^NO_SPACE: .*flood-stage/,
  ],
  [
    'is full, as older versions say it',
    'add',
    item(
      error(
        403,
        'cluster_block_exception',
        'index [news] blocked by: [FORBIDDEN/12/index read-only / allow delete (api)];',
      ),
    ),
    /^NO_SPACE: /,
  ],
  [
    'is read-only',
    'add',
    item(error(403, 'cluster_block_exception', 'index [news] blocked by: [FORBIDDEN/8/index write (api)];')),
    /^CLUSTER_FAILED: .*refuses changes/,
  ],
  [
    'is busy for too long',
    'add',
    item(error(429, 'rejected_execution_exception', 'queue is full')),
    /^CLUSTER_FAILED: .*too busy: queue is full/,
  ],
  [
    'has no rights for the user',
    'add',
    at('/_bulk', error(403, 'security_exception', 'no permissions for [indices:data/write/bulk]')),
    /^CLUSTER_FAILED: .*refuses this to the user: no permissions/,
  ],
  [
    'does not know the password',
    'check',
    at('/_search', error(401, 'security_exception', 'missing authentication')),
    /^CLUSTER_FAILED: .*does not accept the user/,
  ],
  [
    'has no manager',
    'add',
    at(
      '/_doc/head',
      error(503, 'cluster_block_exception', 'blocked by: [SERVICE_UNAVAILABLE/2/no cluster manager];'),
    ),
    /^CLUSTER_FAILED: .*cannot answer: blocked by/,
  ],
  [
    'answers a proxy’s page',
    'check',
    at('/_search', { status: 200, body: '<html>login</html>' }),
    /^CLUSTER_FAILED: .*does not answer like OpenSearch/,
  ],
  ['takes no request of this size', 'add', at('/_bulk', { status: 413, body: '' }), /^TOO_LARGE: /],
  [
    'lost its index',
    'check',
    at('/_search', error(404, 'index_not_found_exception', 'no such index [news]')),
    /^NO_COLLECTION: /,
  ],
  [
    'does not show what was written',
    'add',
    at('/_refresh', {
      status: 200,
      body: {
        _shards: { total: 2, successful: 1, failed: 1, failures: [{ reason: { reason: 'refresh failed' } }] },
      },
    }),
    /^CLUSTER_FAILED: .*does not show what was written: refresh failed/,
  ],
])('a cluster that %s is named as such', async (_, what, given, message) => {
  const collection = await open();
  fault = given;
  // many documents: a few are not made visible at once
  const documents = Array.from({ length: 100 }, (_, i) => ({ id: `d${i}`, text: `Text ${i} of ferry${i}.` }));
  const some = given('POST', '/_refresh', '') === undefined ? documents.slice(0, 1) : documents;
  const call = what === 'add' ? collection.add(some) : collection.check({ text: 'One text about ferries.' });
  await expect(call.catch((e) => Promise.reject(new Error(`${e.code}: ${e.message}`)))).rejects.toThrow(
    message,
  );
  fault = () => undefined;
  await collection.close();
});

test.each<[name: string, index: unknown, message: RegExp]>([
  ['an index of somebody else', { news: { mappings: {} } }, /OTHER_INDEX: .*neardup did not make/],
  [
    'an index of another canonical form',
    { news: { mappings: { ...MAPPINGS, _meta: { neardup: { ...MADE, canonicalForm: 1 } } } } },
    /OTHER_INDEX: .*canonical form 1; this version has/,
  ],
  [
    'an index with another mapping',
    { news: { mappings: { ...MAPPINGS, properties: { ...MAPPINGS.properties, keys: { type: 'text' } } } } },
    /OTHER_INDEX: .*field `keys` with another mapping/,
  ],
  [
    'an alias of two indexes',
    { a: { mappings: MAPPINGS }, b: { mappings: MAPPINGS } },
    /OTHER_INDEX: .*names 2 indexes/,
  ],
])('%s is refused when it is opened', async (_, index, message) => {
  fault = (method, path) => (method === 'GET' && path === '/news' ? { status: 200, body: index } : undefined);
  await expect(open().catch((e) => Promise.reject(new Error(`${e.code}: ${e.message}`)))).rejects.toThrow(
    message,
  );
});

test('documents that are turned away are sent again, and only those', async () => {
  const collection = await open({ retrySeconds: 20 });
  const sent: number[] = [];
  fault = (_, path, body) => {
    if (!path.includes('/_bulk')) return undefined;
    const count = body.split('\n').filter((line) => line.startsWith('{"create"')).length;
    sent.push(count);
    const busy = error(429, 'rejected_execution_exception', 'full').body as object;
    const items = Array.from({ length: count }, (_, i) => ({
      create:
        sent.length === 1 && i % 2 === 1
          ? { status: 429, ...busy }
          : { status: 201, _shards: { successful: 1 } },
    }));
    return { status: 200, body: { errors: sent.length === 1, items } };
  };
  const documents = Array.from({ length: 10 }, (_, i) => ({ id: `d${i}`, text: `Text ${i} of ferry${i}.` }));
  expect((await collection.add(documents)).every(({ state }) => state === 'added')).toBe(true);
  expect(sent).toEqual([10, 5]);
  await collection.close();
});

test('a document that the cluster does not take fails alone, with its reason', async () => {
  const collection = await open();
  fault = (_, path, body) => {
    if (!path.includes('/_bulk')) return undefined;
    const lines = body.split('\n').filter((line) => line.startsWith('{"id"'));
    const bad = { status: 400, error: { type: 'mapper_parsing_exception', reason: 'too deep' } };
    const good = { status: 201, _shards: { successful: 1 } };
    const items = lines.map((line) => ({ create: line.includes('deep') ? bad : good }));
    return { status: 200, body: { errors: true, items } };
  };
  const answers = await collection.add([
    { id: 'a', text: 'One text.' },
    { id: 'b', text: 'A deep text of its own.' },
    { id: 'c', text: 'Another one entirely.' },
  ]);
  expect(answers.map(({ state }) => state)).toEqual(['added', 'failed', 'added']);
  expect(answers[1].reason).toContain('too deep');
  await collection.close();
});

test('A document that fewer copies have stored than `replicas` asks for is an error', async () => {
  expect(await failure('add', { replicas: 1 })).toMatch(
    /^CLUSTER_FAILED: .*stored a document 1 times, not 2/,
  );
});

test('nothing that is tried again tells the password, and a cluster that is gone is named', async () => {
  const collection = await open({}, 'me:s3cret@');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const shown = await collection
    .check({ text: 'One text.' })
    .catch((e) => `${e.code} ${e.message} ${e.stack}`);
  expect(shown).toMatch(/^CLUSTER_FAILED opensearch:\/\/127\.0\.0\.1:\d+\/news cannot be reached/);
  expect(shown).not.toContain('s3cret');
  await collection.close();
});
