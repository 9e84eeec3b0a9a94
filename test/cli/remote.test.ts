import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer } from '../../src/remote/server.cases.ts';
import { neardup, start } from './run-neardup.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

/** A run that is signalled while the store has a part of its output, which never gets an answer. */
async function signalled(signal: 'SIGKILL' | 'SIGINT') {
  const env = {
    ...process.env,
    AWS_ENDPOINT_URL: server.url(''),
    AWS_ACCESS_KEY_ID: 'me',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  const { child, finished } = start(['dedup', '-', '-o', 's3://bucket/clean.jsonl'], { env });
  server.faults.length = 0;
  const sending = new Promise<void>((resolve) => {
    server.faults.push(({ url }) => {
      const isPart = url!.includes('partNumber');
      if (isPart) resolve();
      return isPart;
    });
  });
  child.stdin?.end('{"id":"a","text":"one two three"}\n');
  await sending;
  server.requests.length = 0;
  child.kill(signal);
  return finished;
}

test('a run that is killed while it sends its output leaves nothing under the name', async () => {
  await signalled('SIGKILL');
  expect([...server.files.keys()]).toEqual([]);
});

test('a run that is interrupted while it sends its output tells the store to forget the parts', async () => {
  const { code, stderr } = await signalled('SIGINT');
  expect(code).toBe(130);
  expect(stderr.trim()).toBe('neardup: interrupted.');
  expect([...server.files.keys()]).toEqual([]);
  const asked = server.requests.map(({ method, url }) => `${method} ${url.replace(/=.*/, '')}`);
  // in any order: each is asked for as soon as its upload is known
  expect(asked.toSorted()).toEqual([
    'DELETE /bucket/clean.jsonl.removed.jsonl?uploadId',
    'DELETE /bucket/clean.jsonl?uploadId',
  ]);
});

test('an address that is not there ends with exit code 2 and says what to do', async () => {
  const { code, stderr } = await neardup(['dedup', server.url('/none.jsonl')]);
  expect(code).toBe(2);
  expect(stderr).toContain(`There is no \`${server.url('/none.jsonl')}\`.\n  Check the address.`);
});
