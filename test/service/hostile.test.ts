/** Hostile requests: each ends in a problem, or in nothing, and the service goes on. */
import { createConnection } from 'node:net';
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

/** What the service sends to raw bytes, until it closes the connection. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(service.address);
  return new Promise((resolve) => {
    let got = '';
    const socket = createConnection(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      got += chunk;
    });
    socket.on('error', () => resolve(got));
    socket.on('close', () => resolve(got));
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

test('names of uploaded files are ids and nothing else', async () => {
  const form = new FormData();
  form.append('file', new Blob(['A text.']), '../../../etc/cron.d/x');
  const answer = await fetch(`${service.address}${C}/documents`, {
    method: 'POST',
    body: form,
    headers: { origin: service.address },
  });
  expect(objects(await answer.text())[0].state).toBe('added');
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

test('a body that never comes ends the connection', async () => {
  const start = `POST ${C}/check HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`;
  expect(await exchange(`${start}Content-Length: 100\r\n\r\n{`)).toMatch(/^(HTTP\/1\.1 408|$)/);
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
  const form = new FormData();
  form.append('file', new Blob(['x'.repeat(5 << 20)]), 'large.txt');
  const answer = await fetch(`${service.address}/v1/text`, {
    method: 'POST',
    body: form,
    headers: { origin: service.address },
  });
  expect(answer.status).toBe(413);
});

test('an archive that unpacks to far more than it is does not take the service down', async () => {
  const bomb = zipSync({ 'zeros.txt': new Uint8Array(120 << 20) });
  const form = new FormData();
  form.append('file', new Blob([bomb as Uint8Array<ArrayBuffer>]), 'bomb.zip');
  const answer = await fetch(`${service.address}/v1/text`, {
    method: 'POST',
    body: form,
    headers: { origin: service.address },
  });
  expect(answer.status).toBe(207);
  expect(objects(await answer.text())[0]).toMatchObject({ state: 'failed' });
});

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
