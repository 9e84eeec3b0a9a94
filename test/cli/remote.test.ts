import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestServer } from '../../src/remote/server.cases.ts';
import { neardup, start } from './run-neardup.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

test('a run that is killed while it sends its output leaves nothing under the name', async () => {
  const env = {
    ...process.env,
    AWS_ENDPOINT_URL: server.url(''),
    AWS_ACCESS_KEY_ID: 'me',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  const { child, finished } = start(['dedup', '-', '-o', 's3://bucket/clean.jsonl'], { env });
  const sending = new Promise<void>((resolve) => {
    // the part never gets an answer
    server.faults.push(({ url }) => {
      const isPart = url!.includes('partNumber');
      if (isPart) resolve();
      return isPart;
    });
  });
  child.stdin?.end('{"id":"a","text":"one two three"}\n');
  await sending;
  child.kill('SIGKILL');
  await finished;
  expect([...server.files.keys()]).toEqual([]);
});

test('an address that is not there ends with exit code 2 and says what to do', async () => {
  const { code, stderr } = await neardup(['dedup', server.url('/none.jsonl')]);
  expect(code).toBe(2);
  expect(stderr).toContain(`There is no \`${server.url('/none.jsonl')}\`.\n  Check the address.`);
});
