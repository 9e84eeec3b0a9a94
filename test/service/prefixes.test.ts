/**
 * What a key with a prefix can learn. All routes are asked twice, of a service that stores documents of others and of one that does not: the answers are the
 * same. A new route fails the test until it is decided here what such a key may do with it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../../src/apps/http/routes.ts';
import { type Answered, C, FERRY, LAMP, runService, type TestService } from './run-service.ts';

const ROUTES = allRoutes('0', async () => ({ status: 200 })).filter(({ scope }) => scope !== undefined);
const PREFIX = 'documents/mine/';
/** Ids of others; the first ones differ from the prefix of the key in little. */
const OTHERS = [
  'mine',
  'minery',
  'min',
  'Mine/1',
  'mine-too/1',
  'secret-plan',
  '/mine/1',
  'documents/mine/1',
];
/** Documents that are read for one page of a list at most. */
const MANY = 4200;
const OWN = { text: FERRY };
const TIDE =
  'At low tide the causeway is dry for three hours, and the carts of the whole village cross it at once.';

interface Asked {
  readonly path?: string;
  readonly body?: unknown;
  readonly status: number;
}
const at = (id: string) => `/${encodeURIComponent(id)}`;
const refused = (body?: unknown): readonly Asked[] => [{ body, status: 403 }];
const others = (method: 'body' | 'none'): Asked[] =>
  OTHERS.map((id) => ({ path: at(id), status: 403, ...(method === 'body' && { body: OWN }) }));

/** What a key for `documents/mine/` with all scopes may ask: the end of the address, the body, and the status. */
const DECISIONS: Readonly<Record<string, readonly Asked[]>> = {
  service: [{ status: 200 }],
  metrics: refused(),
  listKeys: refused(),
  createKey: refused({ scopes: ['admin'] }),
  revokeKey: refused(),
  text: [{ body: {}, status: 415 }],
  listCollections: [{ status: 200 }],
  getCollection: [{ status: 200 }],
  putCollection: refused({}),
  deleteCollection: refused(),
  putDocument: [
    { path: at('mine/new'), body: OWN, status: 201 },
    { path: `${at('mine/copy')}?onDuplicate=skip`, body: { text: LAMP }, status: 201 },
    { path: `${at('mine/copy2')}?onDuplicate=skip&refresh=true`, body: { text: LAMP }, status: 200 },
    {
      path: `${at('mine/other')}?onDuplicate=refuse`,
      body: { text: TIDE },
      status: 201,
    },
    { path: `${at('mine/third')}?onDuplicate=refuse`, body: OWN, status: 409 },
    ...others('body'),
  ],
  addDocuments: [
    { body: { id: 'mine/json', ...OWN }, status: 201 },
    { body: { id: 'minery', ...OWN }, status: 403 },
    { body: { id: 'secret-plan', ...OWN }, status: 403 },
    { body: `${JSON.stringify({ id: 'mine/line', text: 'Of others, word for word.' })}\n`, status: 200 },
    { path: '?onDuplicate=skip', body: `${JSON.stringify({ id: 'mine/line2', text: LAMP })}\n`, status: 200 },
    { body: OTHERS.map((id) => `${JSON.stringify({ id, ...OWN })}\n`).join(''), status: 207 },
  ],
  listDocuments: [
    { status: 200 },
    { path: '?limit=1', status: 200 },
    { path: '?prefix=mine/', status: 200 },
    { path: '?prefix=mine/1', status: 200 },
    ...['', 'mine', 'minery', 'm', 'secret', 'Mine/'].map((prefix) => ({
      path: `?prefix=${prefix}`,
      status: 403,
    })),
    // it would say whether the document is there
    { path: `?after=${Buffer.from('["secret-plan",1,0,0]').toString('base64url')}`, status: 404 },
    { path: '?after=x', status: 404 },
  ],
  getDocument: [
    { path: at('mine/1'), status: 200 },
    { path: at('mine/none'), status: 404 },
    ...others('none'),
  ],
  getDocuments: [
    { body: { ids: ['mine/1', 'mine/none'] }, status: 200 },
    ...OTHERS.map((id) => ({ body: { ids: ['mine/1', id] }, status: 403 })),
  ],
  getHeads: [
    { body: { ids: ['mine/1', 'mine/none'], words: 'text' }, status: 200 },
    ...OTHERS.map((id) => ({ body: { ids: ['mine/1', id] }, status: 403 })),
  ],
  searchTitles: [{ path: '?words=text', status: 403 }],
  getProgress: [{ status: 404 }],
  deleteDocument: [
    { path: at('mine/new'), status: 200 },
    { path: at('mine/none'), status: 404 },
    ...others('none'),
  ],
  removeDocuments: [
    { body: { ids: ['mine/copy', 'mine/none'] }, status: 200 },
    { body: { prefix: 'mine/l' }, status: 200 },
    { body: { prefix: 'mine/', unseenSince: '2020-01-01' }, status: 200 },
    { body: { prefix: 'mine/', expired: true }, status: 200 },
    { body: { prefix: 'mine' }, status: 403 },
    { body: { expired: true }, status: 403 },
    { body: { unseenSince: '1s' }, status: 403 },
    ...OTHERS.map((id) => ({ body: { ids: [id] }, status: 403 })),
  ],
  check: refused(OWN),
  search: refused(OWN),
  compare: refused({ a: OWN, b: OWN }),
  sources: refused({ a: OWN }),
  compareAll: refused({ documents: [{ id: 'a', text: 'x' }] }),
  listGroups: refused(),
  startTask: refused({ type: 'merge' }),
  listTasks: refused(),
  getTask: refused(),
  getTaskResult: refused(),
  cancelTask: refused(),
  listWatches: refused(),
  putWatch: refused({ texts: [FERRY] }),
  deleteWatch: refused(),
  listEvents: refused(),
  listReviews: refused(),
  putReview: refused({ a: 'mine/1', b: 'mine/2', state: 'certain' }),
  removeReview: refused({ a: 'mine/1', b: 'mine/2' }),
  listClasses: refused(),
  getClass: refused(),
  putClass: refused({ documents: [{ id: 'mine/1', text: 'One.' }] }),
  deleteClass: refused(),
};

/** With documents of others, and without. */
let services: (TestService & { readonly secrets: readonly string[] })[] = [];
const header = (service: { readonly secrets: readonly string[] }, key = 1) => ({
  authorization: `Bearer ${service.secrets[key]}`,
});

beforeAll(async () => {
  const scopes = ['read', 'write', 'watch', 'metrics', 'admin'] as const;
  for (const hasOthers of [true, false]) {
    const service = await runService({}, [{ scopes: ['admin'] }, { scopes, prefix: PREFIX }]);
    services.push(service);
    const store = (documents: readonly object[]) =>
      service.send(
        'POST',
        `${C}/documents`,
        documents.map((document) => `${JSON.stringify(document)}\n`).join(''),
        header(service, 0),
      );
    const own = (n: number) => ({ id: `mine/${n}`, text: `My text number ${n}.` });
    await store([own(1), own(2)]);
    if (hasOthers) {
      const texts = [FERRY, LAMP, TIDE, 'Of others, word for word.'];
      await store(OTHERS.map((id, i) => ({ id, text: texts[i % texts.length] })));
      await store(
        Array.from({ length: MANY }, (_, i) => ({ id: `theirs/${i}`, text: `Their text number ${i}.` })),
      );
    }
    await store([own(3)]);
  }
});
afterAll(async () => {
  for (const service of services) await service.stop();
  services = [];
});

/** An answer without what is another one each time. */
async function told(answer: Response): Promise<string> {
  const text = await answer.text();
  return `${answer.status} ${text
    .replaceAll(/"(?:seen|seconds|instance)":(?:"[^"]*"|[\d.]+)/g, '"…"')
    .replaceAll(/"next":"[^"]*"/g, '"next":"…"')}`;
}

test('it is decided for every route what a key with a prefix may do', () => {
  expect(Object.keys(DECISIONS).sort()).toEqual(ROUTES.map(({ operation }) => operation).sort());
});

test.each(ROUTES.map((route) => [route.operation, route] as const))(
  '%s answers a key with a prefix in the same way, whatever others store',
  async (operation, { method, path }) => {
    for (const { path: end = '', body, status } of DECISIONS[operation] ?? []) {
      const address = path
        .replace('{name}', 'documents')
        .replace(/\/\{id\}$/, end === '' ? '/mine%2F1' : '')
        .replace('{task}', '1')
        .replace('{request}', 'a-request-of-mine')
        .replace('{key}', '0'.repeat(12));
      const answers = [];
      for (const service of services)
        answers.push(await told(await service.send(method, address + end, body, header(service))));
      expect([end, body, answers[0].slice(0, 3)]).toEqual([end, body, String(status)]);
      expect(answers[0]).toBe(answers[1]);
    }
  },
);

test('lists of a key with a prefix are full pages of its own documents to the last one', async () => {
  for (const limit of [1, 2, 3, 100]) {
    const found = [];
    for (const service of services) {
      const pages: string[][] = [];
      for (let after = ''; ; ) {
        const path = `${C}/documents?prefix=${encodeURIComponent('mine/')}&limit=${limit}${after}`;
        const { documents, next, total, commit } = await service.json(
          'GET',
          path,
          undefined,
          header(service),
        );
        expect([total, commit]).toEqual([undefined, undefined]);
        pages.push(documents.map(({ id }: Answered) => id));
        if (next === undefined) break;
        expect(Buffer.from(next, 'base64url').toString('latin1')).not.toMatch(/mine|theirs/);
        after = `&after=${next}`;
      }
      found.push(pages);
    }
    expect(found[0]).toEqual(found[1]);
    for (const page of found[0].slice(0, -1)) expect(page).toHaveLength(limit);
    expect(found[0].flat().filter((id) => /^mine\/\d$/.test(id))).toEqual(['mine/1', 'mine/2', 'mine/3']);
  }
});
