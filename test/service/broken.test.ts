/** What is damaged in the data folder does not keep the service from serving the rest, and the answer says what to do. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GroupLists } from '../../src/apps/http/group-lists.ts';
import { createCollection } from '../../src/index.ts';
import { folder } from '../cli/run-neardup.ts';
import { type Answered, C, FERRY, runForTest, runService } from './run-service.ts';

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

test.each(['classes', 'collections', 'groups', 'reviews', 'tasks'])(
  'a file in place of the folder of %s is refused at the start, with its name and advice',
  async (name) => {
    const data = folder();
    writeFileSync(join(data, name), '');
    await expect(runForTest({ data })).rejects.toMatchObject({
      message: `Expected a folder of the service at ${join(data, name)}, got something else.`,
      advice: expect.stringContaining('Move it away'),
    });
  },
);

test('groups whose file is damaged in any way are a problem that says to group again', async () => {
  const service = await runForTest();
  await service.send('PUT', `${C}/documents/a`, { text: FERRY });
  await service.send('PUT', `${C}/documents/b`, { text: FERRY });
  const find = async () => {
    const { task } = await service.json('POST', `${C}/tasks`, { type: 'groups' });
    await expect.poll(() => service.json('GET', `${C}/tasks/${task}`)).toMatchObject({ state: 'finished' });
    return service.json('GET', `${C}/groups`);
  };
  const whole = await find();
  expect(whole.groups).toHaveLength(1);
  const data = service.service.folder;
  const path = join(data, 'groups/documents.jsonl');
  const bytes = readFileSync(path);
  const damages: Record<string, () => void> = {
    empty: () => truncateSync(path),
    half: () => truncateSync(path, bytes.length >> 1),
    'without its last byte': () => truncateSync(path, bytes.length - 1),
    'without its last line': () => truncateSync(path, bytes.lastIndexOf(10, -2) + 1),
    'with another line': () => appendFileSync(path, '{}\n'),
    'with another resemblance': () =>
      writeFileSync(path, bytes.toString().replace('"resemblance":1', '"resemblance":0')),
    'a folder': () => {
      rmSync(path);
      mkdirSync(path);
    },
  };
  for (const [damage, make] of Object.entries(damages)) {
    make();
    // as after a new start
    const again = new GroupLists(join(data, 'groups'));
    const page = { after: 0, limit: 10, least: 1, resemblance: 0, order: 'first' } as const;
    await expect(again.page('documents', page), damage).rejects.toMatchObject({
      code: 'NOT_FOUND',
      more: { advice: expect.stringContaining('Group the documents again') },
    });
    if (damage !== 'a folder') writeFileSync(path, bytes);
  }
});

test('reviews whose lines are damaged are counted in the answer and the metrics, and the others stay', async () => {
  const data = folder();
  const first = await runService({ data });
  for (const b of ['b', 'c']) await first.send('PUT', `${C}/reviews`, { a: 'a', b, note: 'One.' });
  await first.close();
  const path = join(data, 'reviews/documents.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').replace('One.', 'Two.'));
  const service = await runForTest({ data });
  expect(await service.json('GET', `${C}/reviews`)).toMatchObject({ reviews: [{ b: 'c' }], damaged: 1 });
  expect(await service.service.reviews.problems(['documents'])).toEqual([
    expect.stringContaining(`${path} is damaged in line 1. The other reviews count`),
  ]);
  const metrics = await (await service.send('GET', '/metrics')).text();
  expect(metrics).toContain('neardup_damaged_reviews{collection="documents"} 1\n');
});

test('reviews that are a folder are a problem with advice until it is gone', async () => {
  const data = folder();
  const path = join(data, 'reviews/documents.jsonl');
  mkdirSync(path, { recursive: true });
  const service = await runForTest({ data });
  for (const [method, body] of [['GET'], ['PUT', { a: 'a', b: 'b', note: 'One.' }]] as const) {
    const answer = await service.send(method, `${C}/reviews`, body);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({
        code: 'REVIEWS_UNREADABLE',
        detail: 'reviews/documents.jsonl cannot be read: it is a folder.',
      }),
    ]);
  }
  expect((await service.send('GET', '/metrics')).status).toBe(200);
  rmSync(path, { recursive: true });
  expect(await service.json('GET', `${C}/reviews`)).toEqual({ reviews: [], damaged: 0 });
});
