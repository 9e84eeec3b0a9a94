/** Every route that answers what a command prints has the fields of `--json`, by their names and places. A route that is in no table fails. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../../src/apps/http/routes.ts';
import { neardup, start } from '../cli/run-neardup.ts';
import { type Answered, FERRY, LAMP, objects, runService, type TestService } from './run-service.ts';

const F = '/v1/collections/fields';
const LINES = [
  { id: 'a', text: FERRY, lang: 'en', n: 1, expires: '2099-01-01' },
  { id: 'b', text: `${FERRY}!` },
  { id: 'c', text: LAMP },
]
  .map((document) => `${JSON.stringify(document)}\n`)
  .join('');
const WATCH = { texts: [FERRY], passage: 8, near: 0.9 };
const KEY = {
  name: 'feed',
  scopes: ['read'],
  prefix: 'fields/',
  rate: 5,
  expires: '2099-01-01T00:00:00.000Z',
};

/** Routes that no command is like, with what they are about. */
const NO_COMMAND: Readonly<Record<string, string>> = {
  ...{ health: 'the service', ready: 'the service', metrics: 'the service', openapi: 'the service' },
  ...{ service: 'the service', deleteCollection: 'no content', revokeKey: 'no content' },
  ...{ listReviews: 'reviews', putReview: 'reviews', removeReview: 'reviews' },
  ...{ listClasses: 'classes', getClass: 'classes', putClass: 'classes', deleteClass: 'classes' },
  ...{ getHeads: 'names for people', searchTitles: 'names for people', getProgress: 'the service' },
  ...{ listTasks: 'tasks', getTask: 'tasks', cancelTask: 'tasks' },
};

let service: TestService;
let dir: string;
beforeAll(async () => {
  service = await runService();
  dir = mkdtempSync(join(tmpdir(), 'neardup-fields-'));
  const files = { 'in.jsonl': LINES, 'a.txt': `${FERRY} ${LAMP}`, 'b.txt': LAMP, 'w.txt': FERRY };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, name), content);
  await service.json('PUT', F, {});
  await service.send('PUT', `${F}/watches/w`, WATCH);
  await cli('collection', 'create', 'c.nd', '--indexes', 'all');
  await cli('collection', 'watch', 'add', 'c.nd', 'w', 'w.txt', '--passage', '8', '--near', '0.9');
  added = objects(await (await service.send('POST', `${F}/documents`, LINES)).text());
  printed = await cli('collection', 'add', 'c.nd', 'in.jsonl');
});
afterAll(async () => {
  await service.stop();
  rmSync(dir, { recursive: true });
});
let added: Answered[];
let printed: Answered[];

async function cli(...args: string[]): Promise<Answered[]> {
  const { stdout, stderr } = await neardup([...args, '--json'], { cwd: dir });
  return stdout === '' ? [stderr] : objects(stdout);
}

async function asked(path: string, body?: unknown): Promise<Answered> {
  return service.json(body === undefined ? 'GET' : 'POST', path, body);
}

async function lines(path: string, body: unknown): Promise<Answered[]> {
  return objects(await (await service.send('POST', path, body)).text());
}

async function uploaded(path: string, files: Readonly<Record<string, string>>): Promise<Answered[]> {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append('file', new Blob([content]), name);
  const headers = { origin: service.address };
  return objects(await (await fetch(service.address + path, { method: 'POST', body: form, headers })).text());
}

/** The first event that is printed. The command waits for more. */
async function followed(): Promise<Answered[]> {
  const { child, finished } = start(['collection', 'watch', 'follow', 'c.nd', '--from', '1', '--json'], {
    cwd: dir,
  });
  const line = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk)));
  });
  child.kill();
  await finished;
  return objects(line).slice(0, 1);
}

async function task(type: string): Promise<Answered> {
  const { task: number } = await asked(`${F}/tasks`, { type });
  for (;;) {
    const found = await asked(`${F}/tasks/${number}`);
    if (found.ended !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The paths of all fields; those of an array are the ones of its elements. */
function fields(value: Answered, path = ''): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => fields(each, `${path}[]`)))].sort();
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value)
    .flatMap(([name, each]) => fields(each, `${path}.${name}`))
    .sort();
}

interface Likeness {
  answer(): Promise<Answered>;
  print(): Promise<Answered>;
  /** Fields that only the service has, because it tells more at once, or because a command has no use for them. */
  readonly more?: readonly string[];
  /** Fields that only the command has: places on the machine. */
  readonly less?: readonly string[];
}

const document = (path: string) => asked(`${F}/documents${path}`);
const oneExported = async () => {
  const { n, ...others } = (await cli('collection', 'export', 'c.nd'))[0];
  return { ...others, meta: { n } };
};
const compared = { a: { id: 'a.txt', text: `${FERRY} ${LAMP}` }, b: { id: 'b.txt', text: LAMP } };
const info: Likeness = {
  answer: () => asked(F),
  print: async () => (await cli('collection', 'info', 'c.nd'))[0],
  more: ['.name'],
  less: ['.path'],
};
const summarized = async (found: Answered) => [...found.sources, { summary: found.summary }];

const ALIKE: Readonly<Record<string, Likeness>> = {
  addDocuments: { answer: async () => added, print: async () => printed },
  putDocument: {
    answer: () => service.json('PUT', `${F}/documents/again`, { text: FERRY }),
    print: async () => printed[1],
    more: ['.commit'],
  },
  getDocument: { answer: () => document('/a'), print: oneExported, more: ['.seen'] },
  getDocuments: {
    answer: async () => (await asked(`${F}/documents/get`, { ids: ['a'] })).documents[0],
    print: oneExported,
    more: ['.seen'],
  },
  listDocuments: {
    answer: async () => (await document('?limit=1')).documents[0],
    print: async () => {
      const { text: _, ...others } = await oneExported();
      return others;
    },
    more: ['.seen', '.start', '.words'],
  },
  deleteDocument: {
    answer: async () => {
      await service.send('PUT', `${F}/documents/gone`, { text: 'Gone.' });
      return service.json('DELETE', `${F}/documents/gone`);
    },
    print: async () => (await cli('collection', 'remove', 'c.nd', 'x'))[0],
    more: ['.commit'],
  },
  removeDocuments: {
    answer: async () => {
      const { documents, ...summary } = await asked(`${F}/documents/remove`, { ids: ['x'] });
      return [...documents, { summary }];
    },
    print: () => cli('collection', 'remove', 'c.nd', 'x'),
  },
  check: {
    answer: () => lines(`${F}/check`, LINES),
    print: () => cli('collection', 'check', 'c.nd', 'in.jsonl'),
    more: ['[].summary.failed'],
  },
  search: {
    answer: async () => (await asked(`${F}/search`, { text: LAMP, explain: true })).results,
    print: () => cli('collection', 'search', 'c.nd', LAMP, '--explain'),
  },
  sources: {
    answer: async () => summarized(await asked(`${F}/sources`, { a: compared.a })),
    print: () => cli('collection', 'sources', 'c.nd', 'a.txt'),
  },
  compare: {
    answer: async () => summarized(await asked(`${F}/compare`, { ...compared, b: [compared.b, compared.b] })),
    print: () => cli('compare', 'a.txt', 'b.txt', 'b.txt'),
    less: ['[].sameBytes'],
  },
  compareAll: {
    answer: () => uploaded(`${F}/compare-all`, { 'a.txt': compared.a.text, 'b.txt': LAMP }),
    print: () => cli('compare', '--all', 'a.txt', 'b.txt'),
  },
  getTaskResult: {
    answer: async () => {
      const { task: number } = (await (
        await service.send('POST', `${F}/compare-all?task=true`, { documents: [compared.a, compared.b] })
      ).json()) as { task: number };
      while ((await asked(`${F}/tasks/${number}`)).ended === undefined)
        await new Promise((resolve) => setTimeout(resolve, 20));
      return objects(await (await service.send('GET', `${F}/tasks/${number}/result`)).text());
    },
    print: () => cli('compare', '--all', 'a.txt', 'b.txt'),
    more: ['[].texts.a', '[].texts.b'],
    less: ['[].sameBytes'],
  },
  text: {
    answer: () => uploaded('/v1/text', { 'b.txt': LAMP }),
    print: () => cli('text', 'b.txt'),
  },
  startTask: {
    answer: async () => [(await task('merge')).summary, (await task('backup')).summary],
    print: async () => [
      ...(await cli('collection', 'merge', 'c.nd')),
      ...(await cli('collection', 'backup', 'c.nd', 'copy.nd')),
    ],
    more: ['[].name'],
    less: ['[].path'],
  },
  listGroups: {
    answer: async () => {
      await task('groups');
      const { groups, summary } = await asked(`${F}/groups`);
      return [...groups, { summary }];
    },
    print: () => cli('collection', 'groups', 'c.nd'),
  },
  getCollection: info,
  putCollection: { ...info, answer: () => service.json('PUT', F, {}) },
  listCollections: {
    ...info,
    answer: async () => (await asked('/v1/collections')).collections.at(-1),
  },
  listWatches: {
    answer: async () => (await asked(`${F}/watches`)).watches,
    print: () => cli('collection', 'watch', 'list', 'c.nd'),
  },
  putWatch: {
    answer: () => service.json('PUT', `${F}/watches/v`, WATCH),
    print: async () => (await cli('collection', 'watch', 'add', 'c.nd', 'v', 'w.txt'))[0],
  },
  deleteWatch: {
    answer: async () => {
      await service.send('PUT', `${F}/watches/u`, WATCH);
      return service.json('DELETE', `${F}/watches/u`);
    },
    print: async () => (await cli('collection', 'watch', 'remove', 'c.nd', 'nothing'))[0],
  },
  listEvents: {
    answer: async () => (await asked(`${F}/events?limit=1`)).events,
    print: followed,
  },
  createKey: {
    answer: () => withKeys((send) => send('POST', '/v1/keys', KEY)),
    print: async () => (await cli('keys', 'create', '--data', 'keys', ...keyFlags()))[0],
  },
  listKeys: {
    answer: () => withKeys(async (send) => (await send('GET', '/v1/keys')).keys.at(-1)),
    print: async () => {
      await cli('keys', 'create', '--data', 'keys', ...keyFlags());
      return (await cli('keys', 'list', '--data', 'keys')).at(-1);
    },
  },
};

function keyFlags(): string[] {
  const { name, prefix, rate, expires } = KEY;
  return [
    ...['--scopes', 'read', '--name', name, '--prefix', prefix],
    ...['--rate', String(rate), '--expires', expires],
  ];
}

/** A service of its own: from the first key on, every request needs one. */
async function withKeys(
  ask: (send: (method: string, path: string, body?: unknown) => Promise<Answered>) => Promise<Answered>,
): Promise<Answered> {
  const other = await runService({}, [{ scopes: ['admin'] }, KEY as never]);
  try {
    const headers = { authorization: `Bearer ${other.secrets[0]}` };
    return await ask((method, path, body) => other.json(method, path, body, headers));
  } finally {
    await other.stop();
  }
}

const ROUTES = allRoutes('0', async () => ({ status: 200 })).map(({ operation }) => operation);

test.each(ROUTES.filter((name) => !(name in NO_COMMAND)))(
  'the answer of %s has the fields that the command line prints',
  async (name) => {
    const { answer, print, more = [], less = [] } = ALIKE[name];
    const [got, wanted] = [fields(await answer()), fields(await print())];
    expect(got.filter((field) => !more.includes(field))).toEqual(
      wanted.filter((field) => !less.includes(field)),
    );
    expect(got).toEqual(expect.arrayContaining([...more]));
  },
);

test('no entry is of a route that is not there', () => {
  const entries = [...Object.keys(ALIKE), ...Object.keys(NO_COMMAND)];
  expect(entries.filter((name) => !ROUTES.includes(name))).toEqual([]);
});
