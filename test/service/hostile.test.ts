/** Hostile requests: each ends in a problem, or in nothing, and the service goes on. */
import { existsSync, readdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { C, objects, runService, type TestService } from './run-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await runService({
    requestSeconds: 2,
    limits: { json: 1 << 20, file: 4 << 20, upload: 8 << 20 },
  });
});
afterAll(() => service.stop());
afterEach(async () => {
  expect((await service.send('GET', '/health')).status).toBe(200);
});

/** What the service sends to raw bytes, until it closes the connection. @param drip Sent again and again. */
function exchange(bytes: string, drip = ''): Promise<string> {
  const { hostname, port } = new URL(service.address);
  return new Promise((resolve) => {
    let got = '';
    const socket = createConnection(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      got += chunk;
    });
    const dripping = setInterval(() => drip !== '' && socket.write(drip), 100);
    const end = () => {
      clearInterval(dripping);
      resolve(got);
    };
    socket.on('error', end).on('close', end);
  });
}

test('ids that look like paths are ids and nothing else', async () => {
  for (const id of [
    '../../../../etc/passwd',
    '..%2f..',
    '/etc/passwd',
    'C:\\x',
    '.',
    '..',
    'a\u0000b',
    '💥'.repeat(100),
  ]) {
    const path = `${C}/documents/${encodeURIComponent(id).replaceAll('.', '%2E')}`;
    const { status } = await service.send('PUT', path, { text: 'A text.' });
    expect([200, 201, 400, 404, 405]).toContain(status);
    if (status < 300) expect((await service.json('GET', path)).id).toBe(id);
  }
  for (const name of ['..', '.', '%2e%2e', 'A', 'x%2Fy', '-x', 'x'.repeat(65)])
    expect([400, 404, 405]).toContain((await service.send('PUT', `/v1/collections/${name}`, {})).status);
  const files = [
    '/..%2f..%2fetc%2fpasswd',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/package.json',
  ];
  for (const file of files) expect((await service.send('GET', file)).status).toBe(404);
});

/** Sends a form with one file. */
function upload(path: string, name: string, content: BlobPart): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return fetch(service.address + path, { method: 'POST', body: form, headers: { origin: service.address } });
}

test('names of uploaded files, and of files in uploaded archives, are ids and nothing else', async () => {
  const names = ['../../../etc/cron.d/x', '/etc/passwd', '..\\..\\x.txt', 'a\u0000b.txt'];
  for (const name of names) {
    const [{ id, state }] = objects(await (await upload(`${C}/documents`, name, `A text: ${name}`)).text());
    expect(state).toBe('added');
    expect((await service.json('GET', `${C}/documents/${encodeURIComponent(id)}`)).text).toBe(
      `A text: ${name}`,
    );
  }
  const slip = zipSync({ '../../slip.txt': Buffer.from('Out.'), '/tmp/slip.txt': Buffer.from('Out, too.') });
  const answers = objects(await (await upload(`${C}/documents`, 'slip.zip', slip as BlobPart)).text());
  expect(answers.slice(0, -1).map(({ state }) => state)).toEqual(['added', 'added']);
  const inside = readdirSync(service.data, { recursive: true, encoding: 'utf8' });
  expect(inside.filter((path) => /slip|cron|passwd|x\.txt/.test(path))).toEqual([]);
  for (const up of ['/tmp', service.data, join(service.data, '..'), join(service.data, '../..')])
    expect(existsSync(join(up, 'slip.txt'))).toBe(false);
});

test('an id that is too long, a body that is no JSON, and JSON of the wrong kind are refused', async () => {
  expect((await service.send('GET', `${C}/documents/${'x'.repeat(2000)}`)).status).toBe(400);
  for (const body of ['{"text":', 'null', '[]', '"x"', '{"text":1}', '{"text":null}']) {
    const headers = { 'content-type': 'application/json' };
    expect((await service.send('PUT', `${C}/documents/x`, body, headers)).status).toBe(400);
  }
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const { status } = await service.send('PUT', `${C}/documents/x`, `{"text":"x","meta":${deep}}`, {
    'content-type': 'application/json',
  });
  expect(status).toBeLessThan(500);
});

test('a length and a chunked body in one request are refused', async () => {
  const start = `POST ${C}/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`;
  for (const headers of [
    'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
    'Content-Length: 4\r\nContent-Length: 5\r\n',
    'Transfer-Encoding: xchunked\r\n',
    'Transfer-Encoding : chunked\r\n',
  ]) {
    const answer = await exchange(
      `${start}${headers}\r\n0\r\n\r\nGET /v1/collections HTTP/1.1\r\nHost: evil\r\n\r\n`,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  }
});

test('a body or a header that never comes, or comes byte by byte, ends the connection', async () => {
  const start = `POST ${C}/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`;
  const body = `${start}Content-Length: 100000\r\n\r\n{`;
  const answers = await Promise.all([
    ...[exchange(body), exchange(start)],
    ...[exchange(body, 'x'), exchange(`${start}X: `, 'x')],
  ]);
  for (const answer of answers) expect(answer).toMatch(/^(HTTP\/1\.1 408|$)/);
});

test('a line of 100 MB is told to be too long, with little memory, and the lines around it are stored', async () => {
  const big = await runService();
  try {
    const piece = Buffer.alloc(1 << 20, 'x');
    async function* body() {
      yield Buffer.from('{"id":"before","text":"Before."}\n{"id":"big","text":"');
      for (let i = 0; i < 100; i++) yield piece;
      yield Buffer.from('"}\n{"id":"after","text":"After."}\n');
    }
    const answer = await fetch(`${big.address}${C}/documents`, {
      method: 'POST',
      body: Readable.toWeb(Readable.from(body())) as unknown as BodyInit,
      headers: { 'content-type': 'application/x-ndjson' },
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(207);
    const states = objects(await answer.text()).map(({ id, state }) => `${id} ${state}`);
    expect(states.slice(0, 3)).toEqual(['before added', 'line 2 failed', 'after added']);
  } finally {
    await big.stop();
  }
});

test('bodies above the limits are refused', async () => {
  const text = 'x'.repeat(2 << 20);
  expect((await service.send('PUT', `${C}/documents/x`, { text })).status).toBe(413);
  expect((await upload('/v1/text', 'large.txt', 'x'.repeat(5 << 20))).status).toBe(413);
});

test.each([
  ['/v1/text', 207],
  [`${C}/documents`, 207],
  [`${C}/compare-all`, 207],
])(
  'an archive that unpacks to far more than it is does not take the service down: %s',
  async (path, status) => {
    const bomb = zipSync({ 'zeros.txt': new Uint8Array(120 << 20) });
    const answer = await upload(path, 'bomb.zip', bomb as BlobPart);
    expect([path, answer.status]).toEqual([path, status]);
    const told = await answer.text();
    if (status === 207) expect(objects(told)[0]).toMatchObject({ state: 'failed' });
  },
);

test('a failure inside says nothing of the inside', async () => {
  const broken = await runService();
  try {
    broken.service.collections.get = () => {
      throw new Error('secret path /srv/x');
    };
    const answer = await broken.send('GET', C);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret');
  } finally {
    await broken.close();
  }
});
