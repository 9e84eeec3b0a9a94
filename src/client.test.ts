import { expect, test, vi } from 'vitest';
import { Client, ServiceProblem } from './client.ts';

const answers = (...given: (Response | Error)[]) => {
  const sent: Request[] = [];
  const send = vi.fn(async (input: URL, init: RequestInit) => {
    sent.push(new Request(input, init));
    const next = given.shift() ?? Response.json({});
    if (next instanceof Error) throw next;
    return next;
  });
  return { sent, send: send as unknown as typeof fetch };
};
const busy = (status = 503) =>
  Response.json({ code: 'BUSY', detail: 'Later.' }, { status, headers: { 'retry-after': '0' } });

test('what failed on the way, or was refused for now, is sent again with its body', async () => {
  const { sent, send } = answers(new TypeError('fetch failed'), busy(), Response.json({ state: 'added' }));
  const client = new Client('http://service', { fetch: send, key: 'k' });
  expect(await client.collection('a/b').put('x', { text: 'One.' }, { expires: '30d' })).toEqual({
    state: 'added',
  });
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual(
    Array(3).fill('PUT http://service/v1/collections/a%2Fb/documents/x?expires=30d'),
  );
  expect(await sent[2].json()).toEqual({ text: 'One.' });
  expect(sent[2].headers.get('authorization')).toBe('Bearer k');
});

test('a key, a task and a refusal for good are sent once', async () => {
  for (const ask of [
    (client: Client) => client.createKey({ scopes: ['read'] }),
    (client: Client) => client.collection('c').startTask({ type: 'merge' }),
  ]) {
    const { sent, send } = answers(busy());
    await expect(ask(new Client('http://service', { fetch: send }))).rejects.toThrow(ServiceProblem);
    expect(sent).toHaveLength(1);
  }
  const { sent, send } = answers(busy(404));
  await expect(new Client('http://service', { fetch: send }).info()).rejects.toMatchObject({
    code: 'BUSY',
    status: 404,
  });
  expect(sent).toHaveLength(1);
});

test('a signal ends a request and the pause before the next one, and a time limit ends an attempt', async () => {
  const ended = new AbortController();
  const { send } = answers(Response.json({}, { status: 503, headers: { 'retry-after': '30' } }));
  const asked = new Client('http://service', { fetch: send }).health({ signal: ended.signal });
  setTimeout(() => ended.abort(new Error('enough')), 20);
  await expect(asked).rejects.toThrow('enough');
  const never: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason));
    });
  await expect(new Client('http://service', { fetch: never, timeout: 20 }).health()).rejects.toThrow(
    /timeout/i,
  );
});
