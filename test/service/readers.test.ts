/** A service that only reads, beside one that writes to the same collections. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { endCommands, start } from './run-command.ts';
import { C, FERRY, LAMP, runForTest } from './run-service.ts';

afterAll(endCommands);

async function writerAndReader() {
  const writer = await runForTest();
  const { data } = writer;
  const reader = await runForTest({ data, readOnly: true, first: undefined });
  return { writer, reader };
}

test('a service that only reads answers as the one that writes, from the moment a document is acknowledged or removed', async () => {
  const { writer, reader } = await writerAndReader();
  for (let round = 0; round < 5; round++) {
    await writer.json('PUT', `${C}/documents/a`, { text: `${FERRY} Round ${round}.` });
    const questions = [
      ['POST', '/check', { text: `${FERRY} Round ${round}!` }],
      ['POST', '/sources', { a: { text: FERRY } }],
      ['POST', '/search', { text: 'ferry island' }],
      ['POST', '/compare', { a: { id: 'a' }, b: { text: FERRY } }],
      ['POST', '/documents/heads', { ids: ['a'] }],
      ['POST', '/documents/get', { ids: ['a', 'b'] }],
      ['GET', '/titles?words=ferry', undefined],
      ['GET', '/documents/a', undefined],
    ] as const;
    for (const [method, path, body] of questions) {
      const answer = await reader.json(method, C + path, body);
      expect([path, answer]).toEqual([path, await writer.json(method, C + path, body)]);
    }
    if (round === 2) await writer.json('DELETE', `${C}/documents/a`);
    expect((await reader.send('GET', `${C}/documents/a`)).status).toBe(round === 2 ? 404 : 200);
  }
});

test('collections that are made, removed and made again come and go in a service that only reads', async () => {
  const { writer, reader } = await writerAndReader();
  const other = '/v1/collections/other';
  for (const text of [FERRY, LAMP]) {
    expect((await reader.send('POST', `${other}/check`, { text })).status).toBe(404);
    await writer.json('PUT', other, {});
    await writer.json('PUT', `${other}/documents/a`, { text });
    expect((await reader.json('POST', `${other}/check`, { text })).pairs).toHaveLength(1);
    expect((await reader.json('GET', `${other}/documents/a`)).text).toBe(text);
    const { collections } = await reader.json('GET', '/v1/collections');
    expect(collections.map(({ name }: { name: string }) => name)).toEqual(['documents', 'other']);
    await writer.send('DELETE', other);
  }
});

test('a service that only reads changes nothing, and says where to send a change', async () => {
  const { reader } = await writerAndReader();
  for (const [method, path, body] of [
    ['PUT', `${C}/documents/a`, { text: LAMP }],
    ['DELETE', C, undefined],
    ['POST', `${C}/tasks`, { type: 'merge' }],
    ['PUT', '/v1/collections/new', {}],
  ] as const) {
    const problem = await reader.json(method, path, body);
    expect(problem).toMatchObject({ status: 409, code: 'READ_ONLY' });
    expect(problem.advice).toContain('that writes');
  }
  expect(readdirSync(reader.data)).toEqual([]);
});

test('a collection that cannot be opened is named as broken until it can', async () => {
  const { writer, reader } = await writerAndReader();
  await writer.json('PUT', `${C}/documents/a`, { text: LAMP });
  const settings = join(writer.data, 'collections/documents.nd/collection.json');
  const whole = readFileSync(settings);
  await writeFile(settings, 'damaged');
  expect(await reader.json('POST', `${C}/check`, { text: LAMP })).toMatchObject({
    code: 'BROKEN_COLLECTION',
  });
  await writeFile(settings, whole);
  expect((await reader.json('POST', `${C}/check`, { text: LAMP })).pairs).toHaveLength(1);
});

test('questions go to readers, a killed reader is replaced, and no reader outlives the service', async () => {
  const data = mkdtempSync(join(tmpdir(), 'neardup-readers-'));
  const { child, address } = await start(data, '--readers', '1');
  const readers = () =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number);
  const ask = async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ text: FERRY });
    return fetch(`${address}${C}/check`, { method: 'POST', headers, body });
  };
  const [first] = readers();
  expect((await ask()).status).toBe(200);
  // it is asked: without it there is no answer
  process.kill(first, 'SIGSTOP');
  const waiting = ask();
  process.kill(first, 'SIGKILL');
  expect((await waiting).status).toBe(503);
  await expect.poll(readers, { timeout: 20_000 }).not.toEqual([]);
  await expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBe(200);
  const [second] = readers();
  expect(second).not.toBe(first);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect.poll(() => isRunning(second), { timeout: 20_000 }).toBe(false);
  await rm(data, { recursive: true, force: true });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
