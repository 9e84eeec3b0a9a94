/** A collection or a task that cannot be opened does not keep the service from serving the others. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCollection } from '../../src/index.ts';
import { folder } from '../cli/run-neardup.ts';
import { type Answered, FERRY, runForTest } from './run-service.ts';

/** A data folder with a good collection and some that are not. */
async function broken(): Promise<string> {
  const data = folder();
  const at = (...path: string[]) => join(data, 'collections', ...path);
  for (const name of ['good', 'flipped', 'My Copy']) {
    const collection = await createCollection(at(`${name}.nd`), {}, { threads: 1 });
    await collection.add([{ id: 'a', text: FERRY }]);
    await collection.close();
  }
  const [log] = readdirSync(at('flipped.nd/log'));
  const bytes = readFileSync(at('flipped.nd/log', log));
  bytes[40] ^= 1;
  writeFileSync(at('flipped.nd/log', log), bytes);
  mkdirSync(at('empty.nd'));
  mkdirSync(at('killed.nd/log'), { recursive: true });
  writeFileSync(at('file.nd'), 'x');
  cpSync(at('good.nd'), at('GOOD.nd'), { recursive: true });
  return data;
}

test('broken collections are listed with the reason and the repair, and the others are served', async () => {
  const service = await runForTest({ data: await broken() });
  const listed = await service.json('GET', '/v1/collections');
  expect(listed.collections.map(({ name }: Answered) => name)).toEqual(['good']);
  const names = ['GOOD', 'My Copy', 'empty', 'file', 'flipped', 'killed'];
  expect(listed.broken.map(({ name }: Answered) => name).sort()).toEqual(names);
  for (const { name, reason, advice } of listed.broken) {
    expect(reason).toContain(name);
    expect(advice).toMatch(/good|my copy/i.test(name) ? /Rename/ : `neardup collection repair "`);
  }
  expect(await service.json('GET', '/ready')).toEqual({ state: 'ready', broken: names.length });
  expect(await (await service.send('GET', '/metrics')).text()).toContain('neardup_broken_collections 6\n');
  expect((await service.send('GET', '/v1/collections/good/documents/a')).status).toBe(200);
  for (const [method, path] of [
    ['GET', '/documents/a'],
    ['PUT', ''],
    ['DELETE', ''],
  ]) {
    const answer = await service.send(
      method,
      `/v1/collections/flipped${path}`,
      method === 'PUT' ? {} : undefined,
    );
    expect([answer.status, (await answer.json()).code]).toEqual([503, 'BROKEN_COLLECTION']);
  }
});

test('no first collection is made beside broken ones, which a key with a prefix does not see', async () => {
  const data = folder();
  mkdirSync(join(data, 'collections/documents.nd/log'), { recursive: true });
  const service = await runForTest({ data }, []);
  expect(await service.json('GET', '/v1/collections')).toMatchObject({
    collections: [],
    broken: [{ name: 'documents' }],
  });
  const { secret } = await service.service.keys.create({ scopes: ['read'], prefix: 'news/' });
  const headers = { authorization: `Bearer ${secret}` };
  expect(await service.json('GET', '/v1/collections', undefined, headers)).toEqual({
    collections: [],
    broken: [],
  });
});

test('a file of a task that says nothing is left out, and its number is not given again', async () => {
  const data = folder();
  mkdirSync(join(data, 'tasks'));
  for (const [i, content] of ['not JSON', '', 'null', '{}', '{"task":5}'].entries())
    writeFileSync(join(data, 'tasks', `${7 + i}.json`), content);
  const service = await runForTest({ data });
  expect(service.service.tasks.unreadable).toHaveLength(5);
  const started = await service.json('POST', '/v1/collections/documents/tasks', { type: 'merge' });
  expect(started.task).toBe(12);
});
