/** The client has a method for every route. */
import { expect, test } from 'vitest';
import { allRoutes } from '../../src/apps/http/routes.ts';
import { Client } from '../../src/client.ts';

const ROUTES = allRoutes('0', async () => ({ status: 200 }));
/** Of a class of the client, in the order of their names. */
const methodsOf = (made: object) =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(made)).filter(
    (name) => !/^(constructor|collection|json)$/.test(name),
  );

test('every route of the service is asked by a method of the client, with its method and path', async () => {
  const asked = new Set<string>();
  const client = new Client('http://service', {
    retries: 0,
    fetch: (async (url: URL, { method }: RequestInit) => {
      asked.add(`${method} ${url.pathname}`);
      return new Response('{"documents":[],"summary":{}}\n');
    }) as typeof fetch,
  });
  const collection = client.collection('NAME');
  const values: Readonly<Record<string, unknown[]>> = {
    ...{ texts: [[]], add: [[]], checkMany: [[]], getMany: [[]], heads: [[]] },
    ...{ task: [1], taskResult: [1], cancelTask: [1], events: [1] },
    ...{ list: [], reviews: [], groups: [], compareAll: [], documents: [] },
  };
  for (const made of [client, collection]) {
    for (const name of methodsOf(made)) {
      const given = values[name] ?? ['ID', {}, {}];
      const result = (made as unknown as Record<string, (...given: unknown[]) => unknown>)[name](...given);
      if (Symbol.asyncIterator in (result as object)) for await (const _ of result as AsyncIterable<unknown>);
      else await result;
    }
  }
  const wanted = ROUTES.map(({ method, path }) => {
    const filled = path.replace('{name}', 'NAME').replace('{task}', '1');
    return `${method} ${filled.replace(/\{\w+\}/, 'ID')}`;
  });
  expect(wanted.filter((route) => !asked.has(route))).toEqual([]);
  expect([...asked].filter((route) => !wanted.includes(route))).toEqual([]);
});
