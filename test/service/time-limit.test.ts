/** A request that is answered with 503 because its time is over does not go on. */
import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { forward } from '../../src/apps/http/forward.ts';
import { startService } from '../../src/apps/http/start.ts';
import { openCollection } from '../../src/index.ts';
import { folder } from '../cli/run-neardup.ts';
import { C } from './run-service.ts';

const LINES = 60_000;

test('lines of a request whose time is over are no longer stored, and the answer says which ones are', async () => {
  const data = folder();
  let port = 0;
  const onListening = (at: number) => {
    port = at;
  };
  const { close } = await startService({ data, first: 'documents', threads: 1, version: '0', onListening });
  const agent = new Agent({ keepAlive: true });
  const front = createServer((asked, response) => forward(asked, response, { port, agent, seconds: 1 }));
  await once(front.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const lines = Array.from({ length: LINES }, (_, n) => `{"id":"n${n}","text":"t${n} u${n} v"}\n`);
  const answer = await fetch(`${address}${C}/documents`, {
    method: 'POST',
    body: lines.join(''),
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const { code, detail } = await answer.json();
  expect([answer.status, code]).toEqual([503, 'TIME_LIMIT']);
  const [, done = '0'] = /Lines 1 to (\d+) are done\./.exec(detail) ?? [];
  // this waits for what still runs
  await close();
  front.close();
  agent.destroy();
  const collection = await openCollection(`${data}/collections/documents.nd`, { threads: 1 });
  const { documents } = collection.info();
  await collection.close();
  expect(documents).toBeGreaterThanOrEqual(Number(done));
  // what the service was at work on, and what it did before it noticed
  expect(documents).toBeLessThanOrEqual(Number(done) + 5000);
});
