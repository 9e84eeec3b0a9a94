/** What gets into a service or out of it only as it may: feeds of revoked keys, links, ids, and files of keys. */
import { chownSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MOST_VALUES } from '../../src/apps/http/json-lines.ts';
import { Keys } from '../../src/apps/http/keys.ts';
import { folder, neardup } from '../cli/run-neardup.ts';
import { type Answered, C, FERRY, objects, runForTest, type TestService } from './run-service.ts';

/** Follows events; resolves when the service ends the feed. */
async function follow(
  service: TestService,
  headers: Record<string, string> = {},
): Promise<{ end: Promise<string> }> {
  const answer = await service.send('GET', `${C}/events`, undefined, {
    accept: 'text/event-stream',
    ...headers,
  });
  expect(answer.status).toBe(200);
  return { end: answer.text() };
}

test('the feed of a key that another process revokes is closed, and those of others go on', async () => {
  const service = await runForTest({}, [{ scopes: ['read'] }, { scopes: ['admin'] }]);
  const [revoked, other] = service.secrets.map((secret) => ({ authorization: `Bearer ${secret}` }));
  const [closed, open] = [await follow(service, revoked), await follow(service, other)];
  let hasEnded = false;
  void open.end.then(() => {
    hasEnded = true;
  });
  const keys = await Keys.open(service.data);
  await keys.revoke(keys.list()[0].key);
  expect(await closed.end).toBe(': begin\n\n');
  expect(hasEnded).toBe(false);
});

test('a feed that began without a key is closed when the first key is made', async () => {
  const service = await runForTest();
  const { end } = await follow(service);
  await (await Keys.open(service.data)).create({ scopes: ['admin'] });
  await end;
});

async function ended(service: TestService, task: number): Promise<Answered> {
  for (;;) {
    const found = await service.json('GET', `${C}/tasks/${task}`);
    if (found.ended !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('an import that would follow a link out of its root stores nothing and names the link', async () => {
  const outside = folder();
  writeFileSync(join(outside, 'secret.txt'), FERRY);
  const importRoot = join(outside, 'root');
  mkdirSync(join(importRoot, 'sub'), { recursive: true });
  writeFileSync(join(importRoot, 'a.txt'), FERRY);
  symlinkSync(join(outside, 'secret.txt'), join(importRoot, 'sub/link.txt'));
  const service = await runForTest({ importRoot });
  const start = (path: string) => service.send('POST', `${C}/tasks`, { type: 'import', path });
  for (const path of ['.', 'sub']) {
    const { task } = await (await start(path)).json();
    const { state, problem } = await ended(service, task);
    expect([state, problem.code]).toEqual(['failed', 'FORBIDDEN']);
    expect(problem.detail).toContain('`sub/link.txt`');
  }
  expect((await start('sub/link.txt')).status).toBe(404);
  expect((await service.json('GET', C)).documents).toBe(0);
  const { task } = await (await start('a.txt')).json();
  expect((await ended(service, task)).summary.added).toBe(1);
});

test('an id of more than 1,024 characters is refused in every form in which documents come', async () => {
  const importRoot = folder();
  const longest = '😀'.repeat(1024);
  const lines = [longest, `${longest}x`, 'x'.repeat(1025)]
    .map((id) => `${JSON.stringify({ id, text: FERRY })}\n`)
    .join('');
  writeFileSync(join(importRoot, 'lines.jsonl'), lines);
  const service = await runForTest({ importRoot });
  const form = new FormData();
  form.append('file', new Blob([lines]), 'lines.jsonl');
  const upload = await fetch(`${service.address}${C}/documents`, {
    method: 'POST',
    body: form,
    headers: { origin: service.address },
  });
  for (const answer of [upload, await service.send('POST', `${C}/documents`, lines)]) {
    expect(answer.status).toBe(207);
    const [stored, ...refused] = objects(await answer.text());
    expect(['added', 'unchanged']).toContain(stored.state);
    for (const { state, reason } of refused.slice(0, 2))
      expect([state, reason]).toEqual(['failed', expect.stringContaining('at most 1024 characters')]);
  }
  const { task } = await service.json('POST', `${C}/tasks`, { type: 'import', path: 'lines.jsonl' });
  expect((await ended(service, task)).summary).toMatchObject({ documents: 3, unchanged: 1, failed: 2 });
  const path = `${C}/documents/${encodeURIComponent(longest)}`;
  expect((await service.send('DELETE', path)).status).toBe(200);
  const asked = await service.send('POST', `${C}/check`, lines);
  expect(objects(await asked.text()).map(({ state }) => state)).toEqual([
    undefined,
    'failed',
    'failed',
    undefined,
  ]);
});

test('an id with half a character, which no address could name, is refused wherever ids come in', async () => {
  const service = await runForTest();
  const id = 'a\ud800';
  const expected = 'Expected an id of whole characters, got half of a surrogate pair.';
  const lines = `${JSON.stringify({ id, text: FERRY })}\n`;
  for (const path of ['documents', 'check']) {
    const answer = await service.send('POST', `${C}/${path}`, lines);
    expect([path, answer.status]).toEqual([path, 207]);
    const [{ state, reason }] = objects(await answer.text());
    expect([state, reason]).toEqual(['failed', expect.stringContaining(expected)]);
  }
  for (const [method, path, body] of [
    ['POST', 'documents', { id, text: FERRY }],
    ['POST', 'documents/get', { ids: [id] }],
    ['POST', 'documents/remove', { ids: [id] }],
    ['POST', 'check', { id, text: FERRY }],
    ['PUT', 'reviews', { a: id, b: 'b', note: 'One.' }],
  ] as const) {
    const answer = await service.send(method, `${C}/${path}`, body);
    expect([path, answer.status]).toEqual([path, 400]);
    expect((await answer.json()).detail).toMatch(
      /must (?:not have half of a surrogate pair|match a schema in anyOf)/,
    );
  }
  const stored = await service.service.collections.get('documents').add([{ id, text: FERRY }]);
  expect(stored).toMatchObject([{ state: 'failed', reason: expected }]);
  expect((await service.json('GET', C)).documents).toBe(0);
});

test('fields of the same name count as fields', async () => {
  const service = await runForTest();
  const fields = (count: number) => `{${'"text":"a, \\",\\\\",'.repeat(count - 1)}"text":"b"}`;
  const answer = async (count: number) => {
    const headers = { 'content-type': 'application/json' };
    const body = fields(count);
    return fetch(`${service.address}${C}/documents/a`, { method: 'PUT', body, headers });
  };
  expect((await answer(MOST_VALUES)).status).toBe(201);
  const refused = await answer(MOST_VALUES + 2);
  expect([refused.status, (await refused.json()).detail]).toEqual([
    400,
    expect.stringContaining(`at most ${MOST_VALUES} fields`),
  ]);
});

test('keys list prints nothing that a terminal would obey', async () => {
  const data = folder();
  const keys = await Keys.open(data);
  await keys.create({ scopes: ['read'], name: '\u001b[2Jgone\u202e\n0123', prefix: 'news/\u0007' });
  for (const flags of [[], ['--json']]) {
    const { stdout } = await neardup(['keys', 'list', '--data', data, ...flags]);
    expect(stdout).toContain('\\u001b[2Jgone');
    expect(stdout.trimEnd()).not.toMatch(/[\u0000-\u0008\n-\u001f\u202e]/);
  }
});

test.runIf(process.getuid?.() === 0)(
  'the key that root makes belongs to the owner of the folder',
  async () => {
    const data = folder();
    chownSync(data, 65534, 65534);
    const { stdout, stderr } = await neardup(['keys', 'create', '--data', data]);
    expect(stdout).toMatch(/^nd_/);
    expect(stderr).toContain('user 65534');
    for (const file of ['keys.jsonl', 'keys.last']) {
      const { uid, gid, mode } = statSync(join(data, file));
      expect([uid, gid, mode & 0o777]).toEqual([65534, 65534, 0o600]);
    }
    // root does not write where another user leads it
    const other = folder();
    const target = join(folder(), 'target');
    writeFileSync(target, 'x');
    symlinkSync(target, join(other, 'keys.jsonl'));
    chownSync(other, 65534, 65534);
    expect((await neardup(['keys', 'create', '--data', other])).code).not.toBe(0);
    expect([readFileSync(target, 'utf8'), statSync(target).uid]).toEqual(['x', 0]);
  },
);

test('a service with a damaged file of keys does not start, and says what to do', async () => {
  const data = folder();
  await (await Keys.open(data)).create({ scopes: ['admin'] });
  writeFileSync(join(data, 'keys.jsonl'), readFileSync(join(data, 'keys.jsonl')).subarray(0, -1));
  for (const command of [
    ['serve', '--no-open', '--port', '0'],
    ['keys', 'list'],
    ['keys', 'create'],
  ]) {
    const { code, stderr } = await neardup([...command, '--data', data]);
    expect([command, code]).toEqual([command, 2]);
    expect(stderr).toContain(
      'keys.jsonl is damaged in line 1, which has no end, so all requests are refused.',
    );
    expect(stderr).toContain('Restore keys.jsonl and keys.last from a backup.');
  }
});
