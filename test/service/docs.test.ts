/** What docs/service.md shows works: its curl commands (skipped without curl), and the client. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, ServiceProblem } from '../../src/client.ts';
import { runService, type TestService } from './run-service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const hasCurl = spawnSync('curl', ['--version']).status === 0 || process.env.NEARDUP_REQUIRE_ALL === '1';
const run = promisify(execFile);
let service: TestService;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.stop());

test.runIf(hasCurl)('every curl command of docs/service.md is answered', async () => {
  const page = readFileSync(`${ROOT}docs/service.md`, 'utf8');
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].filter(([, block]) =>
    block.includes('$SERVICE'),
  );
  expect(blocks.length).toBeGreaterThan(3);
  for (const [, block] of blocks) {
    const script = block.replaceAll('-o text.ndjson', '').replaceAll('curl -s', 'curl --fail-with-body -s');
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: ROOT,
      env: { ...process.env, SERVICE: service.address },
    });
    expect(stdout).not.toContain('urn:neardup:problem');
  }
});

test('the client stores, asks, lists and tells problems', async () => {
  const client = new Client(service.address);
  const collection = client.collection('client');
  await collection.create();
  const text = 'The ferry leaves at nine from the second pier.';
  expect(await collection.put('a/b', { text })).toMatchObject({ state: 'added' });
  const { answers, summary } = await collection.add([
    { id: 'c', text },
    { id: 'd', text: 'Another.' },
  ]);
  expect([answers.length, summary.added]).toEqual([2, 2]);
  expect((await collection.check({ text })).pairs[0].b).toBe('a/b');
  expect((await collection.search({ text: 'a ferry', k: 1 })).results).toMatchObject([{ rank: 1 }]);
  const ids = [];
  for await (const { id } of collection.documents()) ids.push(id);
  expect(ids).toEqual(['a/b', 'c', 'd']);
  expect((await collection.get('a/b')).text).toBe(text);
  expect((await collection.checkMany([{ text }])).length).toBe(2);
  const [read] = await client.texts([new File([text], 'a.txt')]);
  expect(read).toMatchObject({ id: 'a.txt', text });
  await collection.remove('a/b');
  await expect(collection.get('a/b')).rejects.toThrow(ServiceProblem);
});
