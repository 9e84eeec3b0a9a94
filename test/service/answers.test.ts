/** Every route answers as it declares: one call of each, checked by `run-service.ts`, which checks the answers of all other tests, too. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerProblems, checked, ROUTES } from './answer-problems.ts';
import { followComparison } from './follow-comparison.ts';
import { C, FERRY, LAMP, runService, type TestService } from './run-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.stop());

const LINES = [
  { id: 'a', text: FERRY, lang: 'en', n: 1 },
  { id: 'b', text: `${FERRY}!` },
  { id: 'c', text: LAMP },
  { id: 'd', text: '...' },
]
  .map((document) => `${JSON.stringify(document)}\n`)
  .join('');

/** Calls in this order. */
const CALLS: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ['GET', '/health'],
  ['GET', '/ready'],
  ['GET', '/openapi.json'],
  ['GET', '/v1'],
  ['PUT', '/v1/collections/other', { threshold: 0.5 }],
  ['GET', '/v1/collections'],
  ['GET', C],
  ['PUT', `${C}/watches/w`, { texts: [FERRY], passage: 8 }],
  ['GET', `${C}/watches`],
  ['POST', `${C}/documents`, LINES],
  ['PUT', `${C}/documents/e`, { text: LAMP }],
  ['GET', `${C}/events`],
  ['DELETE', `${C}/watches/w`],
  ['GET', `${C}/documents?limit=2`],
  ['GET', `${C}/documents/a`],
  ['POST', `${C}/documents/get`, { ids: ['a', 'none'] }],
  ['POST', `${C}/documents/heads`, { ids: ['a', 'none'], words: 'ferry' }],
  ['GET', `${C}/titles?words=ferry`],
  ['POST', `${C}/check`, { text: FERRY }],
  ['POST', `${C}/check`, '{"id":"x","text":"One."}\n[]\n'],
  ['POST', `${C}/search`, { text: 'ferry', explain: true }],
  ['POST', `${C}/compare`, { a: { id: 'a' }, b: [{ id: 'b' }, { text: LAMP }] }],
  ['POST', `${C}/sources`, { a: { text: `${FERRY} ${LAMP}` } }],
  ['POST', `${C}/compare-all`, {}],
  ['PUT', `${C}/classes/spring`, { documents: [{ id: 'x', text: FERRY }] }],
  ['GET', `${C}/classes`],
  ['GET', `${C}/classes/spring`],
  ['DELETE', `${C}/classes/spring`],
  ['PUT', `${C}/reviews`, { a: 'a', b: 'b', state: 'certain', note: 'The same.' }],
  ['GET', `${C}/reviews`],
  ['POST', `${C}/reviews/remove`, { a: 'a', b: 'b' }],
  ['POST', `${C}/documents/remove`, { ids: ['d', 'none'] }],
  ['DELETE', `${C}/documents/c`],
];

test.each(['newest', 'oldest', 'largest', 'longes'])(
  'a task is refused that keeps the %s of stored documents',
  async (keep) => {
    const answer = await service.send('POST', `${C}/tasks`, { type: 'groups', keep });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await answer.json()).detail).toMatch(/keep.*first\|last\|longest\|shortest/);
  },
);

test('every route that answers with JSON answers as it declares', { timeout: 120_000 }, async () => {
  for (const [method, path, body] of CALLS) {
    const { status } = await service.send(method, path, body);
    expect([method, path, status < 300]).toEqual([method, path, true]);
  }
  const form = new FormData();
  form.append('file', new Blob([FERRY]), 'a.txt');
  form.append('file', new Blob(['%PDF-1.4 nothing']), 'b.pdf');
  const headers = { origin: service.address };
  const read = await fetch(`${service.address}/v1/text`, { method: 'POST', body: form, headers });
  expect(read.status).toBe(207);
  expect(await answerProblems('POST', '/v1/text', read)).toEqual([]);

  const { task } = await service.json('POST', `${C}/tasks`, { type: 'groups' });
  expect((await ended(task)).state).toBe('finished');
  await service.send('GET', `${C}/groups`);
  const compared = await service.json('POST', `${C}/compare-all?task=true`, {});
  await ended(compared.task);
  await service.send('GET', `${C}/tasks/${compared.task}/result`);
  await service.send('GET', `${C}/tasks`);
  await service.send('DELETE', `${C}/tasks/${task}`);

  await followComparison(service, 'verify');

  const { secret } = await service.json('POST', '/v1/keys', { scopes: ['admin'], name: 'first' });
  await service.send('GET', '/v1/keys', undefined, { authorization: `Bearer ${secret}` });

  const declared = ROUTES.filter(({ answers }) => Object.values(answers).some(({ schema }) => schema));
  expect(declared.map(({ operation }) => operation).filter((name) => !checked.has(name))).toEqual([]);
});

test('a field that is missing, or that a route does not declare, is noticed', async () => {
  const answer = (body: unknown) =>
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  expect(await answerProblems('GET', '/health', answer({ state: 'running' }))).toEqual([]);
  expect(await answerProblems('GET', '/health', answer({}))).toHaveLength(1);
  expect(await answerProblems('GET', '/health', answer({ state: 'running', more: 1 }))).toHaveLength(1);
  expect(await answerProblems('GET', '/nowhere', answer({}))).toHaveLength(1);
});

async function ended(task: number): Promise<{ readonly state: string }> {
  for (;;) {
    const now = await service.json('GET', `${C}/tasks/${task}`);
    if (!['queued', 'running'].includes(now.state)) return now;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
