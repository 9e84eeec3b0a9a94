/** No request silences the service: whatever it computes, `/health` is answered, and SIGTERM ends it. */
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { MOST_LINES, MOST_VALUES } from '../../src/apps/http/json-lines.ts';
import { endCommands, start } from '../service/run-command.ts';
import { C, objects } from '../service/run-service.ts';

afterAll(endCommands);

const newFolder = () => mkdtemp(join(tmpdir(), 'neardup-silence-'));
const served = newFolder().then((data) => start(data));

interface HostileRequest {
  readonly path: string;
  /** JSON, unless it is sent as lines. */
  readonly body: string;
  readonly method?: string;
  readonly isLines?: boolean;
}

const json = (path: string, body: unknown, method?: string) => ({ path, body: JSON.stringify(body), method });
const lines = (path: string, body: string) => ({ path, body, isLines: true });

async function send({ path, body, method = 'POST', isLines }: HostileRequest): Promise<Response> {
  const { address } = await served;
  const headers = { 'content-type': isLines ? 'application/x-ndjson' : 'application/json' };
  return fetch(`${address}${C}${path}`, { method, body, headers });
}

const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]));
const words = (count: number) =>
  Array.from({ length: count }, (_, n) => ((n * 7919) % 1_000_003).toString(36));
const MARKS = `a${'\u0315\u0316'.repeat(20_000)}`;
/** Made before the time is taken: long bodies keep this process busy. */
const HOSTILE: Record<string, () => HostileRequest> = {
  'combining marks in a question': () => json('/check', { text: MARKS }),
  'combining marks in a document': () => json('/documents/marks', { text: MARKS }, 'PUT'),
  'lines that are no JSON, in a question': () => lines('/check', 'x\n'.repeat(40_000)),
  'lines that are no JSON, as documents': () => lines('/documents', 'x\n'.repeat(40_000)),
  'empty lines': () => lines('/documents', '\n'.repeat(MOST_LINES)),
  'a document of many fields': () => json('/documents/f', { text: 'A.', ...fields(MOST_VALUES - 10) }, 'PUT'),
  'a body of more fields than it may have': () =>
    json('/documents/g', { text: 'A.', ...fields(200_000) }, 'PUT'),
  'a text of a million words': () => json('/search', { text: words(500_000).join(' ') }),
};

/** Milliseconds. On a busy machine the first question alone takes half a second; the faults silenced the service for five and more. */
const SHORT = 1500;

test.each(Object.keys(HOSTILE))('/health is answered while the service computes: %s', async (name) => {
  const { address } = await served;
  const request = HOSTILE[name]();
  let isOver = false;
  const hostile = Promise.all([1, 2, 3].map(() => send(request))).then(async (answers) => {
    for (const answer of answers) await answer.text();
    isOver = true;
    return answers.map(({ status }) => status);
  });
  // the parts of the whole time for which single questions waited
  const waits: number[] = [];
  const begin = performance.now();
  while (!isOver) {
    const asked = performance.now();
    const health = await fetch(`${address}/health`);
    expect(await health.json()).toEqual({ state: 'running' });
    waits.push(performance.now() - asked);
  }
  const took = performance.now() - begin;
  // what takes no time silences nothing
  if (took > SHORT) expect(Math.max(...waits) / took).toBeLessThan(0.5);
  for (const status of await hostile) expect([200, 201, 207, 400]).toContain(status);
});

test('more lines or fields than a request may have are refused with advice', async () => {
  const many = await send(lines('/check', '\n'.repeat(MOST_LINES + 1)));
  expect(many.status).toBe(413);
  expect(await many.json()).toMatchObject({
    detail: `Expected at most ${MOST_LINES} lines in a request, got more.`,
    advice: expect.stringContaining('several requests'),
  });
  const document = { id: 'many', text: 'A text.', ...fields(MOST_VALUES) };
  const alone = await send(json('/documents', document));
  expect([alone.status, (await alone.json()).detail]).toEqual([400, expect.stringContaining('fields')]);
  const line = await send(lines('/documents', `${JSON.stringify(document)}\n`));
  expect(objects(await line.text())[0]).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('fields'),
  });
});

test('a line with an id that no address could name is refused', async () => {
  const documents = ['x'.repeat(1025), '💥'.repeat(1024)].map((id) =>
    JSON.stringify({ id, text: 'A text.' }),
  );
  const answer = await send(lines('/documents', documents.join('\n')));
  const answers = objects(await answer.text());
  expect(answers.slice(0, 2).map(({ state }) => state)).toEqual(['failed', 'added']);
});

test('SIGTERM ends the service while a question runs that does not end, and what was acknowledged is there', async () => {
  const data = await newFolder();
  const { child, address, said } = await start(data, '--stop-seconds', '1');
  const headers = { 'content-type': 'application/json' };
  const put = { method: 'PUT', headers, body: '{"text":"The ferry leaves at nine."}' };
  expect((await fetch(`${address}${C}/documents/a`, put)).status).toBe(201);
  // each of these takes half a minute, and there is a place for every processor
  const text = words(500_000).join(' ');
  const body = JSON.stringify({ a: { text }, b: Array.from({ length: 3 }, () => ({ text: `${text} end` })) });
  const question = { method: 'POST', headers, body };
  const isCut = expect(fetch(`${address}${C}/compare`, question)).rejects.toThrow('fetch failed');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  child.kill('SIGTERM');
  const [code, signal] = await once(child, 'exit');
  expect([code, signal]).toEqual([null, 'SIGKILL']);
  expect(said()).toContain('Everything acknowledged is stored.');
  await isCut;
  const again = await start(data);
  expect((await fetch(`${again.address}${C}/documents/a`)).status).toBe(200);
});
