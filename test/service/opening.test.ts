/** While collections are opened, nothing that depends on them is answered: no client takes what is not open yet for what is not stored. */
import { afterEach, expect, test, vi } from 'vitest';
import { Collections } from '../../src/apps/http/collections.ts';
import { startService } from '../../src/apps/http/start.ts';
import { createCollection } from '../../src/index.ts';
import { folder } from '../cli/run-neardup.ts';
import { FERRY } from './run-service.ts';

afterEach(() => vi.restoreAllMocks());

/** A promise, and what resolves it. */
function moment<T>(): [Promise<T>, (value: T) => void] {
  let come: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    come = resolve;
  });
  return [promise, come];
}

test('what needs collections is told to come back until all are open', async () => {
  const data = folder();
  const news = await createCollection(`${data}/collections/news.nd`, {}, { threads: 1 });
  await news.add([{ id: 'a', text: FERRY }]);
  await news.close();
  const { start } = Collections.prototype;
  const [mayOpen, open] = moment<void>();
  vi.spyOn(Collections.prototype, 'start').mockImplementation(async function (this: Collections, others) {
    await mayOpen;
    await start.call(this, others);
  });
  const [listening, listens] = moment<number>();
  const starting = startService({ data, threads: 1, version: '0', log: 'fatal', onListening: listens });
  const address = `http://127.0.0.1:${await listening}`;
  const send = (method: string, path: string, body?: object) =>
    fetch(address + path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  const asked = [
    ['GET', '/v1/collections'],
    ['GET', '/v1/collections/news'],
    ['PUT', '/v1/collections/news', {}],
    ['PUT', '/v1/collections/other', {}],
    ['DELETE', '/v1/collections/news'],
    ['GET', '/v1/collections/news/documents/a'],
    ['PUT', '/v1/collections/news/documents/b', { text: FERRY }],
    ['POST', '/v1/collections/news/check', { text: FERRY }],
    ['GET', '/v1/collections/news/groups'],
    ['GET', '/v1/collections/news/reviews'],
    ['GET', '/v1/collections/news/classes'],
    ['GET', '/v1/collections/news/tasks'],
  ] as const;
  for (const [method, path, body] of asked) {
    const answer = await send(method, path, body);
    expect([method, path, answer.status, answer.headers.get('retry-after')]).toEqual([
      method,
      path,
      503,
      '1',
    ]);
    expect((await answer.json()).code).toBe('OPENING');
  }
  for (const [path, status] of [
    ['/health', 200],
    ['/ready', 503],
    ['/metrics', 200],
  ] as const)
    expect([path, (await send('GET', path)).status]).toEqual([path, status]);
  open();
  const { close } = await starting;
  expect((await send('GET', '/v1/collections/news/documents/a')).status).toBe(200);
  expect((await send('GET', '/v1/collections/news/documents/b')).status).toBe(404);
  await close();
});
