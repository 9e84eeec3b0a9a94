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

async function send(path: string, body: unknown, method = 'POST'): Promise<Response> {
  const { address } = await served;
  const isLines = typeof body === 'string';
  return fetch(`${address}${C}${path}`, {
    method,
    body: isLines ? body : JSON.stringify(body),
    headers: { 'content-type': isLines ? 'application/x-ndjson' : 'application/json' },
  });
}

const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]));
const words = (count: number) =>
  Array.from({ length: count }, (_, n) => ((n * 7919) % 1_000_003).toString(36));
const MARKS = `a${'\u0315\u0316'.repeat(20_000)}`;
const HOSTILE: Record<string, () => Promise<Response>> = {
  'combining marks in a question': () => send('/check', { text: MARKS }),
  'combining marks in a document': () => send('/documents/marks', { text: MARKS }, 'PUT'),
  'lines that are no JSON, in a question': () => send('/check', 'x\n'.repeat(40_000)),
  'lines that are no JSON, as documents': () => send('/documents', 'x\n'.repeat(40_000)),
  'empty lines': () => send('/documents', '\n'.repeat(MOST_LINES)),
  'a document of many fields': () => send('/documents/f', { text: 'A.', ...fields(MOST_VALUES - 10) }, 'PUT'),
  'a body of more fields than it may have': () =>
    send('/documents/g', { text: 'A.', ...fields(200_000) }, 'PUT'),
  'a text of a million words': () => send('/search', { text: words(500_000).join(' ') }),
};

/** Milliseconds. */
const SHORT = 500;

test.each(Object.keys(HOSTILE))('/health is answered while the service computes: %s', async (name) => {
  const { address } = await served;
  let isOver = false;
  const hostile = Promise.all([1, 2, 3].map(HOSTILE[name])).then(async (answers) => {
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
  const lines = await send('/check', '\n'.repeat(MOST_LINES + 1));
  expect(lines.status).toBe(413);
  expect(await lines.json()).toMatchObject({
    detail: `Expected at most ${MOST_LINES} lines in a request, got more.`,
    advice: expect.stringContaining('several requests'),
  });
  const document = { id: 'many', text: 'A text.', ...fields(MOST_VALUES) };
  const alone = await send('/documents', document);
  expect([alone.status, (await alone.json()).detail]).toEqual([400, expect.stringContaining('fields')]);
  const line = await send('/documents', `${JSON.stringify(document)}\n`);
  expect(objects(await line.text())[0]).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('fields'),
  });
});

test('a line with an id that no address could name is refused', async () => {
  const lines = ['x'.repeat(1025), '💥'.repeat(1024)].map((id) => JSON.stringify({ id, text: 'A text.' }));
  const answers = objects(await (await send('/documents', lines.join('\n'))).text());
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
  expect(said()).toContain('Everything that was acknowledged is stored.');
  await isCut;
  const again = await start(data);
  expect((await fetch(`${again.address}${C}/documents/a`)).status).toBe(200);
});
