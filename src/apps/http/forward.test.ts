import { once } from 'node:events';
import { Agent, createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { forward } from './forward.ts';
import { sendLines } from './lines-done.ts';

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

async function listen(
  listener: RequestListener,
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: () => server.close().closeAllConnections() });
  return { server, port: (server.address() as AddressInfo).port };
}

/** The address of a front before a service. */
async function before(service: RequestListener, seconds = 60): Promise<string> {
  const { port } = await listen(service);
  const agent = new Agent({ keepAlive: true });
  open.push({ close: () => agent.destroy() });
  const front = await listen((asked, response) => forward(asked, response, { port, agent, seconds }));
  return `http://127.0.0.1:${front.port}`;
}

it('the front passes on method, address, headers and body, and the answer with its headers', async () => {
  const address = await before(async (asked, response) => {
    let body = '';
    for await (const chunk of asked) body += chunk;
    const { 'content-length': length, 'transfer-encoding': encoding, 'x-own': own, host } = asked.headers;
    response.setHeader('set-cookie', ['a=1', 'b=2']).writeHead(207, { 'x-more': 'yes' });
    response.end(JSON.stringify([asked.method, asked.url, own, length, encoding, body, host]));
  });
  const host = address.slice('http://'.length);
  const sent = await fetch(`${address}/a/b?c=%20d`, {
    method: 'POST',
    body: 'Grüße',
    headers: { 'x-own': 'x' },
  });
  expect([sent.status, sent.headers.get('x-more')]).toEqual([207, 'yes']);
  expect(sent.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await sent.json()).toEqual(['POST', '/a/b?c=%20d', 'x', '7', null, 'Grüße', host]);
  const stream = new Blob(['in ', 'pieces']).stream();
  const pieces = await fetch(address, { method: 'PUT', body: stream, duplex: 'half' } as RequestInit);
  expect(await pieces.json()).toEqual(['PUT', '/', null, null, 'chunked', 'in pieces', host]);
  const none = await fetch(address, { method: 'POST' });
  expect(await none.json()).toEqual(['POST', '/', null, '0', null, '', host]);
  expect((await fetch(address, { method: 'HEAD' })).status).toBe(207);
});

it('the front gives an answer that comes before the body was read', async () => {
  const address = await before((_, response) => response.writeHead(413).end('too large'));
  for (let i = 0; i < 10; i++) {
    const asked = request(address, { method: 'POST', headers: { 'content-length': 1 << 28 } });
    asked.on('error', () => {});
    asked.write(Buffer.alloc(1 << 20));
    const [answer] = await once(asked, 'response');
    expect([answer.statusCode, answer.headers.connection]).toEqual([413, 'close']);
    asked.destroy();
  }
});

it('the front asks the next question after one of which the service left a part unread', async () => {
  const address = await before(async (asked, response) => {
    if (asked.method === 'GET') return response.end('well');
    for await (const _ of asked) break;
    return response.writeHead(400).end('bad');
  });
  for (let i = 0; i < 10; i++) {
    const asked = await fetch(address, { method: 'POST', body: 'x'.repeat(1 << 20) });
    expect([asked.status, await asked.text()]).toEqual([400, 'bad']);
    expect(await (await fetch(address)).text()).toBe('well');
  }
});

it('the front tells the service that the client has gone, and the client that the service has', async () => {
  const gone: Promise<unknown>[] = [];
  const address = await before((asked, response) => {
    if (asked.url === '/wait') gone.push(once(response, 'close'));
    else asked.socket.destroy();
  });
  const leaving = new AbortController();
  const wait = fetch(`${address}/wait`, { signal: leaving.signal }).catch(() => {});
  await expect.poll(() => gone.length).toBe(1);
  leaving.abort();
  await Promise.all([wait, ...gone]);
  const answer = await fetch(`${address}/ended`);
  expect([answer.status, (await answer.json()).code]).toEqual([503, 'STOPPING']);
});

it('the front says which lines are done when an answer is late', async () => {
  const address = await before((_, response) => {
    sendLines(response, 1000);
    sendLines(response, 2000);
  }, 0.5);
  const answer = await fetch(address);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    expect.objectContaining({
      detail: 'Expected an answer within 0.5 seconds, got none. Lines 1 to 2000 are done.',
      advice: expect.stringContaining('Send the lines after 2000'),
    }),
  ]);
});

it('the front tells the service that nobody waits any more when an answer is late', async () => {
  const gone: Promise<unknown>[] = [];
  const address = await before((_, response) => gone.push(once(response, 'close')), 0.05);
  const answer = await fetch(address);
  expect([answer.status, (await answer.json()).code]).toEqual([503, 'TIME_LIMIT']);
  await Promise.all(gone);
});
