/** What the service answers: the field names of the command line, an answer for each document, and problems that help. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Reviews } from '../../src/apps/http/reviews.ts';
import { createCollection } from '../../src/index.ts';
import { folder, neardup } from '../cli/run-neardup.ts';
import { type Answered, C, FERRY, LAMP, objects, runService, type TestService } from './run-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.stop());

function upload(files: Readonly<Record<string, string>>, field = 'file'): FormData {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append(field, new Blob([content]), name);
  return form;
}

async function post(path: string, form: FormData): Promise<Response> {
  return fetch(service.address + path, { method: 'POST', body: form, headers: { origin: service.address } });
}

const LINES = [
  { id: 'a', text: FERRY, lang: 'en', n: 1 },
  { id: 'b', text: `${FERRY}!` },
  { id: 'c', text: LAMP },
]
  .map((document) => `${JSON.stringify(document)}\n`)
  .join('');

test('every setting of a collection in the description is taken, also alone', async () => {
  const { paths } = await service.json('GET', '/openapi.json');
  const body = paths['/v1/collections/{name}'].put.requestBody.content['application/json'].schema;
  const values: Record<string, unknown> = { threshold: 0.9, shingle: 3, unit: 'character', lang: 'en' };
  for (const setting of Object.keys(body.properties)) {
    expect(Object.keys(values)).toContain(setting);
    const path = `/v1/collections/with-${setting}`;
    const answer = await service.send('PUT', path, { [setting]: values[setting] });
    expect([setting, answer.status]).toEqual([setting, 201]);
    await service.send('DELETE', path);
  }
});

test('a put is idempotent, and what is stored comes back', async () => {
  const put = () =>
    service.send('PUT', `${C}/documents/${encodeURIComponent('x/y z')}`, {
      text: FERRY,
      lang: 'en',
      source: 'feed',
    });
  const [first, second] = [await put(), await put()];
  expect([first.status, second.status]).toEqual([201, 200]);
  expect([(await first.json()).state, (await second.json()).state]).toEqual(['added', 'unchanged']);
  const got = await service.json('GET', `${C}/documents/x%2Fy%20z`);
  expect(got).toMatchObject({ id: 'x/y z', text: FERRY, lang: 'en', meta: { source: 'feed' } });
  const { pairs } = await service.json('POST', `${C}/check`, { text: FERRY });
  expect(pairs[0]).toMatchObject({ b: 'x/y z', resemblance: 1 });
  expect(await service.json('DELETE', `${C}/documents/x%2Fy%20z`)).toMatchObject({ state: 'removed' });
  expect((await service.send('DELETE', `${C}/documents/x%2Fy%20z`)).status).toBe(404);
});

test('every line sent is answered in its place, and the status tells that some failed', async () => {
  const lines = `{"id":"l1","text":"One."}\nnot json\n\n{"id":"l2"}\n[]\n{"id":"l3","text":"Three."}\n`;
  const answer = await service.send('POST', `${C}/documents`, lines);
  expect(answer.status).toBe(207);
  const answers = objects(await answer.text());
  expect(answers.map(({ id, state }) => [id, state])).toEqual([
    ['l1', 'added'],
    ['line 2', 'failed'],
    ['l2', 'failed'],
    ['line 5', 'failed'],
    ['l3', 'added'],
    [undefined, undefined],
  ]);
  expect(answers.at(-1).summary).toMatchObject({ documents: 5, added: 2, failed: 3 });
});

test('a list in pages has every document that stays, once, while others come, go, and are merged', async () => {
  await service.json('PUT', '/v1/collections/pages', {});
  const P = '/v1/collections/pages';
  const many = (from: number, to: number) =>
    Array.from(
      { length: to - from },
      (_, i) => `{"id":"p${from + i}","text":"Text ${from + i} of the list."}\n`,
    ).join('');
  await service.send('POST', `${P}/documents`, many(0, 100));
  const seen: string[] = [];
  let after = '';
  for (let page = 0; ; page++) {
    const { documents, next } = await service.json('GET', `${P}/documents?limit=7${after}`);
    seen.push(...documents.map(({ id }: { id: string }) => id));
    if (next === undefined) break;
    after = `&after=${next}`;
    // the document of the cursor is removed, or replaced, or everything is merged
    const last = seen.at(-1);
    if (page % 4 === 0) await service.send('DELETE', `${P}/documents/${last}`);
    if (page % 4 === 1) await service.send('PUT', `${P}/documents/${last}`, { text: `Replaced ${page}` });
    if (page % 4 === 2) await service.service.collections.get('pages').merge();
    if (page === 3) await service.send('POST', `${P}/documents`, many(100, 110));
  }
  const expected = Array.from({ length: 110 }, (_, i) => `p${i}`);
  expect([...new Set(seen)].sort()).toEqual(expected.sort());
});

test('uploads are read by the readers, and what cannot be read is told', async () => {
  const answer = await post(
    `${C}/documents`,
    upload({ 'page.html': `<h1>Ferry</h1><p>${FERRY}`, 'bad.pdf': '%PDF-1.7 no' }),
  );
  expect(answer.status).toBe(207);
  const [page, bad] = objects(await answer.text());
  expect([page.id, page.state, bad.state]).toEqual(['page.html', 'added', 'failed']);
  expect((await service.json('GET', `${C}/documents/page.html`)).text).toContain('Ferry');
});

test('a form or body that cannot be read is refused in the words of the service, with what to do', async () => {
  const { paths } = await service.json('GET', '/openapi.json');
  const form = paths['/v1/text'].post.requestBody.content['multipart/form-data'].schema;
  const allowed = new RegExp(form.propertyNames.pattern);
  expect('file').toMatch(allowed);
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    expect(name).not.toMatch(allowed);
    for (const isFile of [true, false]) {
      const fields = upload({ 'a.txt': FERRY });
      if (isFile) fields.append(name, new Blob(['a']), 'b.txt');
      else fields.append(name, 'a');
      const problem = await (await post('/v1/text', fields)).json();
      expect(problem).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
      expect(problem.detail).toMatch(/^Expected a form with other names of fields, got /);
    }
  }
  const many = upload({ 'a.txt': FERRY });
  for (let i = 0; i <= 100; i++) many.append('x', 'y');
  const files = upload(Object.fromEntries(Array.from({ length: 5001 }, (_, i) => [`${i}.txt`, 'a'])));
  for (const [each, status, detail] of [
    [many, 413, 'Expected at most 100 fields other than files, got more.'],
    [files, 413, 'Expected at most 5000 files, got more.'],
  ] as const)
    expect(await (await post('/v1/text', each)).json()).toMatchObject({ status, detail });
  const large = await service.send('PUT', `${C}/documents/large`, { text: 'a'.repeat(17 << 20) });
  expect(await large.json()).toMatchObject({
    status: 413,
    detail: 'Expected at most 16777216 bytes, got more.',
  });
  const noJson =
    '--x\r\ncontent-disposition: form-data; name=y\r\ncontent-type: application/json\r\n\r\n{\r\n--x--\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=x', origin: service.address };
  expect(await (await service.send('POST', '/v1/text', noJson, headers)).json()).toMatchObject({
    status: 400,
    detail: 'Expected JSON in a field whose type is application/json, got something else.',
  });
});

test('sources of a text are found, and the page of a comparison comes as HTML', async () => {
  await service.send('PUT', `${C}/documents/lamp`, { text: LAMP });
  const asked = { a: { id: 'essay', text: `I begin. ${LAMP} I end.` } };
  const { sources, summary } = await service.json('POST', `${C}/sources`, asked);
  expect(sources[0]).toMatchObject({ a: 'essay', b: 'lamp' });
  expect(summary.candidates[0].id).toBe('lamp');
  const page = await service.send('POST', `${C}/sources`, asked, { accept: 'text/html' });
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(await page.text()).toContain('<!doctype html>');
  const excluded = await service.json('POST', `${C}/sources`, { ...asked, exclude: [{ id: 'lamp' }] });
  expect(excluded.summary.similarity).toBe(0);
});

test('a text that is sent is none of the stored documents, whatever its name is; a stored one is not its own source', async () => {
  await service.json('PUT', '/v1/collections/names', {});
  const N = '/v1/collections/names';
  await service.send('PUT', `${N}/documents/essay`, { text: LAMP });
  const sent = { id: 'essay', text: LAMP };
  const sources = async (a: unknown) =>
    (await service.json('POST', `${N}/sources`, { a })).sources.map(({ b }: Answered) => b);
  expect([await sources(sent), await sources({ id: 'essay' })]).toEqual([['essay'], []]);
  const pairs = async (asked: object) =>
    objects(await (await service.send('POST', `${N}/compare-all`, { ...asked, in: true })).text()).slice(
      0,
      -1,
    );
  const [hash] = [createHash('sha256').update(LAMP).digest('hex')];
  expect(await pairs({ documents: [sent] })).toMatchObject([
    { a: 'essay', b: 'essay', inCollection: true, texts: { a: hash, b: hash } },
  ]);
  expect(await pairs({ ids: ['essay'] })).toEqual([]);
  const two = { documents: [sent, { id: 'other', text: LAMP }] };
  expect((await pairs(two)).length).toBe(3);
  expect((await pairs({ ...two, onlyIn: true })).map(({ b }) => b)).toEqual(['essay', 'essay']);
});

test('search gives what the command line prints, and a stored document is not like itself', async () => {
  const dir = folder({ 'in.jsonl': LINES });
  const cli = async (...args: string[]) => (await neardup([...args, '--json'], { cwd: dir })).stdout;
  await cli('collection', 'create', 'c.nd', 'in.jsonl', '--indexes', 'all');
  await service.json('PUT', '/v1/collections/searched', {});
  const S = '/v1/collections/searched';
  await service.send('POST', `${S}/documents`, LINES);
  const found = await service.json('POST', `${S}/search`, { text: LAMP, k: 2, explain: true });
  const printed = objects(await cli('collection', 'search', 'c.nd', LAMP, '-k', '2', '--explain'));
  expect(found).toEqual({ results: printed, documents: 3, commit: 1 });
  const like = await service.json('POST', `${S}/search`, { id: 'a' });
  expect(like.results.map(({ id }: Answered) => id)).toEqual(['b', 'c']);
  expect((await service.send('POST', `${S}/search`, { id: 'missing' })).status).toBe(404);
});

test('a collection of the data folder gets the indexes it lacks; one from elsewhere refuses what it cannot answer', async () => {
  const elsewhere = join(folder({}), 'plain.nd');
  await (await createCollection(elsewhere)).close();
  const data = folder({});
  await (await createCollection(join(data, 'collections', 'old.nd'))).close();
  const other = await runService({ data, collections: [elsewhere] });
  try {
    for (const [question, asked] of Object.entries({
      search: { text: 'x' },
      sources: { a: { text: 'x' } },
    })) {
      const { status, code } = await other.json('POST', `/v1/collections/plain/${question}`, asked);
      expect([status, code]).toEqual([409, 'NO_INDEX']);
      expect((await other.send('POST', `/v1/collections/old/${question}`, asked)).status).toBe(200);
    }
  } finally {
    await other.stop();
  }
});

test('tasks run, are canceled, and give groups', async () => {
  await service.send('POST', `${C}/documents`, LINES);
  const started = await service.send('POST', `${C}/tasks`, { type: 'groups' });
  expect(started.status).toBe(202);
  const location = started.headers.get('location') ?? '';
  const ended = await untilEnded(location);
  expect(ended).toMatchObject({ state: 'finished', type: 'groups' });
  const { groups, histogram, commit } = await service.json('GET', `${C}/groups?order=largest`);
  expect(groups[0].members.length).toBeGreaterThan(0);
  expect(histogram).toHaveLength(20);
  expect(commit).toBe((await service.json('GET', C)).commit);
  for (const type of ['merge', 'backup']) {
    const { task } = await service.json('POST', `${C}/tasks`, { type });
    expect((await untilEnded(`${C}/tasks/${task}`)).state).toBe('finished');
  }
  const { task } = await service.json('POST', `${C}/compare-all?task=true`, { prefix: '' });
  const canceled = await service.json('DELETE', `${C}/tasks/${task}`);
  expect(canceled.task).toBe(task);
  expect(['canceled', 'finished']).toContain((await untilEnded(`${C}/tasks/${task}`)).state);
});

async function untilEnded(path: string): Promise<Answered> {
  for (;;) {
    const task = await service.json('GET', path);
    if (task.ended !== undefined) return task;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('a review is the last one of its pair, in either order, and a new start of the service finds it', async () => {
  await service.send('PUT', `${C}/reviews`, { a: 'a', b: 'b', state: 'suspicious', note: 'Look again.' });
  await service.send('PUT', `${C}/reviews`, { a: 'b', b: 'a', state: 'certain' });
  const { reviews } = await service.json('GET', `${C}/reviews?a=a&b=b`);
  expect(reviews).toMatchObject([{ a: 'b', b: 'a', state: 'certain' }]);
  const again = new Reviews(join(service.data, 'reviews'));
  expect(await again.list('documents')).toEqual(reviews);
  const texts = { a: '0'.repeat(64), b: '1'.repeat(64) };
  const note = { a: 'a', b: 'b', texts, note: 'Ask both.' };
  expect((await service.send('PUT', `${C}/reviews`, note)).status).toBe(200);
  const both = (await service.json('GET', `${C}/reviews?a=b&b=a`)).reviews;
  expect(both).toMatchObject([{ state: 'certain' }, note]);
  expect(both[1]).not.toHaveProperty('state');
  await service.send('POST', `${C}/reviews/remove`, { a: 'b', b: 'a', texts: { a: texts.b, b: texts.a } });
  await service.send('POST', `${C}/reviews/remove`, { a: 'a', b: 'b' });
  expect((await service.json('GET', `${C}/reviews`)).reviews).toEqual([]);
});

test('a problem names its code, its cause and a way out; a wrong method is told the right ones', async () => {
  const missing = await service.send('GET', '/v1/collections/nothing');
  expect(missing.headers.get('content-type')).toContain('application/problem+json');
  expect(await missing.json()).toMatchObject({ status: 404, code: 'NOT_FOUND', advice: expect.any(String) });
  const low = await service.json('POST', `${C}/check`, { text: 'x', threshold: 0.1 });
  expect(low).toMatchObject({ status: 409, code: 'TOO_LOW' });
  for (const watch of [{ where: ['0'] }, { keywords: ['–'] }, { keywords: ['ferry'], needs: 2 }]) {
    const bad = await service.json('PUT', `${C}/watches/w`, watch);
    expect(bad).toMatchObject({
      status: 409,
      code: 'BAD_WATCH',
      detail: expect.stringContaining('Expected'),
    });
  }
  const wrong = await service.send('DELETE', `${C}/check`);
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
});

test('files of the server are imported only from the folder for imports', async () => {
  const root = folder({ 'in.jsonl': LINES });
  writeFileSync(join(root, '..', 'outside.jsonl'), '');
  const other = await runService({ importRoot: root });
  try {
    const start = (path: string) => other.send('POST', `${C}/tasks`, { type: 'import', path });
    for (const path of ['../outside.jsonl', '/etc/passwd', 'missing'])
      expect((await start(path)).status).toBe(404);
    expect((await start('in.jsonl')).status).toBe(202);
  } finally {
    await other.stop();
  }
  expect((await service.send('POST', `${C}/tasks`, { type: 'import', path: 'in.jsonl' })).status).toBe(403);
});

test('metrics and the description name every collection and every route', async () => {
  expect(await (await service.send('GET', '/metrics')).text()).toContain(
    'neardup_documents{collection="documents"}',
  );
  const { openapi, paths } = await service.json('GET', '/openapi.json');
  expect(openapi).toBe('3.1.0');
  expect(Object.keys(paths)).toContain('/v1/collections/{name}/compare-all');
});

/** Reads a feed until it has some events. */
async function readFeed(count: number, last?: number): Promise<Answered[]> {
  const headers = {
    accept: 'text/event-stream',
    ...(last !== undefined && { 'last-event-id': String(last) }),
  };
  const ending = new AbortController();
  const answer = await fetch(`${service.address}${C}/events`, { headers, signal: ending.signal });
  const events: Answered[] = [];
  let text = '';
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks)
      if (block.includes('event: match')) events.push(JSON.parse(/data: (.*)/.exec(block)![1]));
    if (events.length >= count) break;
  }
  ending.abort();
  return events;
}

test('a feed gives what watches find, and resumes after the last event without a gap', async () => {
  await service.send('PUT', `${C}/watches/ferry`, { texts: [FERRY] });
  expect((await service.json('GET', `${C}/watches`)).watches).toMatchObject([
    { id: 'ferry', texts: [FERRY] },
  ]);
  const first = readFeed(2);
  for (const id of ['w1', 'w2', 'w3', 'w4'])
    await service.send('PUT', `${C}/documents/${id}`, { text: `${FERRY} ${id}` });
  const seen = await first;
  const rest = await readFeed(4 - seen.length, seen.at(-1).position);
  const positions = [...seen, ...rest].map(({ position }) => position);
  expect(positions).toEqual([1, 2, 3, 4]);
  expect([...seen, ...rest].map(({ id }) => id)).toEqual(['w1', 'w2', 'w3', 'w4']);
  const { events, last } = await service.json('GET', `${C}/events?from=3`);
  expect([events.length, last]).toEqual([2, 4]);
  expect((await service.send('DELETE', `${C}/watches/ferry`)).status).toBe(200);
});
