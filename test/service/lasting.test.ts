/** What outlives a start of the service, what a removed collection leaves, and where the service says that it has enough. */

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Gate } from '../../src/apps/http/gate.ts';
import { Tasks } from '../../src/apps/http/tasks.ts';
import { folder } from '../cli/run-neardup.ts';
import { type Answered, C, FERRY, LAMP, runForTest, type TestService } from './run-service.ts';

async function ended(service: TestService, task: number): Promise<Answered> {
  for (;;) {
    const found = await service.json('GET', `${C}/tasks/${task}`);
    if (found.ended !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const never = new AbortController().signal;

test('tasks and their results are there after a new start, and their numbers go on', async () => {
  const data = folder();
  const first = await runForTest({ data });
  const lines = [FERRY, `${FERRY} ${LAMP}`].map((text, n) => `${JSON.stringify({ id: `d${n}`, text })}\n`);
  await first.send('POST', `${C}/documents`, lines.join(''));
  const { task } = await first.json('POST', `${C}/compare-all?task=true`, {});
  expect((await ended(first, task)).state).toBe('finished');
  const result = await (await first.send('GET', `${C}/tasks/${task}/result`)).text();
  expect(result).toContain('"a":"d0","b":"d1"');
  await first.close();
  const second = await runForTest({ data });
  expect(await second.json('GET', `${C}/tasks/${task}`)).toMatchObject({
    type: 'compare',
    state: 'finished',
  });
  expect(await (await second.send('GET', `${C}/tasks/${task}/result`)).text()).toBe(result);
  expect((await second.json('POST', `${C}/tasks`, { type: 'merge' })).task).toBe(task + 1);
});

test('a task that ran when the service was killed has failed, and says why', async () => {
  const path = folder();
  const killed = await Tasks.open(path);
  const { task } = await killed.start('documents', 'import', () => new Promise(() => {}));
  const waiting = await killed.start('documents', 'merge', () => new Promise(() => {}));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const again = await Tasks.open(path);
  for (const number of [task, waiting.task]) {
    const { state, problem } = again.get('documents', number);
    expect([state, problem?.code]).toEqual(['failed', 'INTERRUPTED']);
  }
  await expect(again.result('documents', task)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a merge and a backup that are canceled end, and leave the collection as it was and no half of a backup', async () => {
  const service = await runForTest();
  const collection = service.service.collections.get('documents');
  const lines = Array.from({ length: 200 }, (_, n) => `{"id":"d${n}","text":"Text ${n} of many."}\n`);
  await service.send('POST', `${C}/documents`, lines.join(''));
  const canceled = new AbortController();
  canceled.abort(new Error('enough'));
  await expect(collection.merge({ signal: canceled.signal })).rejects.toThrow('enough');
  for (const type of ['merge', 'backup']) {
    // the first one holds the second one up
    await service.json('POST', `${C}/tasks`, { type: 'groups' });
    const { task } = await service.json('POST', `${C}/tasks`, { type });
    await service.send('DELETE', `${C}/tasks/${task}`);
    expect((await ended(service, task)).state).toBe('canceled');
  }
  const backup = join(service.data, 'half.nd');
  await expect(collection.backup(backup, { copy: true, signal: canceled.signal })).rejects.toThrow('enough');
  expect(existsSync(join(backup, 'collection.json'))).toBe(false);
  expect((await service.json('GET', C)).documents).toBe(200);
});

test('a collection that is made again has no reviews, groups or tasks of the one that was removed', async () => {
  const service = await runForTest();
  await service.send('PUT', `${C}/documents/a`, { text: FERRY });
  await service.send('PUT', `${C}/reviews`, { a: 'a', b: 'b', state: 'certain' });
  const { task } = await service.json('POST', `${C}/tasks`, { type: 'groups' });
  await ended(service, task);
  await service.json('POST', `${C}/tasks`, { type: 'merge' });
  expect((await service.send('DELETE', C)).status).toBe(204);
  expect((await service.send('PUT', C, {})).status).toBe(201);
  expect((await service.json('GET', `${C}/reviews`)).reviews).toEqual([]);
  expect((await service.json('GET', `${C}/tasks`)).tasks).toEqual([]);
  expect((await service.send('GET', `${C}/groups`)).status).toBe(404);
  for (const name of ['tasks', 'groups', 'reviews'])
    expect(await readdir(join(service.data, name)).catch(() => [])).toEqual([]);
});

test('a class of more text than an upload may have is refused with advice, by prefix and by ids', async () => {
  const service = await runForTest({ limits: { upload: 3000 } });
  for (const n of [1, 2, 3])
    await service.send('PUT', `${C}/documents/c${n}`, { text: `${n} ${'a word '.repeat(100)}` });
  for (const asked of [{}, { prefix: 'c' }, { ids: ['c1', 'c2', 'c3'] }]) {
    const { status, code, advice } = await service.json('POST', `${C}/compare-all`, asked);
    expect([status, code]).toEqual([413, 'BODY_TOO_LARGE']);
    expect(advice).toContain('`prefix`');
  }
  expect((await service.send('POST', `${C}/compare-all`, { prefix: 'c1' })).status).toBe(200);
});

test('a task that comes when too many wait is told when to come back', async () => {
  const service = await runForTest();
  const { tasks } = service.service;
  await tasks.start(
    'documents',
    'merge',
    ({ signal }) => new Promise((_, stop) => signal.addEventListener('abort', stop)),
  );
  let answer = await service.send('POST', `${C}/tasks`, { type: 'merge' });
  for (let n = 0; n < 40 && answer.status === 202; n++)
    answer = await service.send('POST', `${C}/tasks`, { type: 'merge' });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await answer.json()).toMatchObject({ code: 'BUSY' });
});

test('a request that comes when too many wait is told when to come back', async () => {
  const service = await runForTest();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const full = new Gate({ parallel: 1, waiting: 1 });
  const [working, waiting] = [full.run(never, () => held), full.run(never, () => held)];
  Object.assign(service.service.gates, { ask: full });
  const answer = await service.send('POST', `${C}/check`, { text: FERRY });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  release();
  await Promise.all([working, waiting]);
  expect((await service.send('POST', `${C}/check`, { text: FERRY })).status).toBe(200);
});

test('a request that would make all bodies hold too much is refused before its body is read', async () => {
  const service = await runForTest({ limits: { held: 3000 } });
  const { hostname, port } = new URL(service.address);
  const head = `POST ${C}/check HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\n`;
  let slow = connect(Number(port), hostname);
  const ask = () => service.send('POST', `${C}/check`, { text: 'x'.repeat(500) });
  const holdAndAsk = async () => {
    slow.destroy();
    slow = connect(Number(port), hostname);
    slow.write(`${head}Content-Length: 2900\r\nExpect: 100-continue\r\n\r\n{`);
    await once(slow, 'data');
    // the service may still look at this one first, and refuse the slow one: then both are sent again
    return (await ask()).status;
  };
  await expect.poll(holdAndAsk).toBe(503);
  expect((await ask()).headers.get('retry-after')).toBe('1');
  slow.destroy();
  await expect.poll(async () => (await ask()).status).toBe(200);
});

test('what waits for a client that has gone is left out', async () => {
  const gate = new Gate({ parallel: 1, waiting: 10 });
  const gone = new AbortController();
  let ran = false;
  const working = gate.run(never, () => new Promise((resolve) => setTimeout(resolve, 20)));
  const left = gate.run(gone.signal, async () => {
    ran = true;
  });
  gone.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await working;
  expect(ran).toBe(false);
  expect(await gate.run(never, async () => 'next')).toBe('next');
});

test('a watch that has expired tells of nothing', async () => {
  const service = await runForTest();
  await service.send('PUT', `${C}/watches/short`, { texts: [FERRY], expires: '1s' });
  await service.send('PUT', `${C}/watches/long`, { texts: [FERRY] });
  await new Promise((resolve) => setTimeout(resolve, 2100));
  await service.send('PUT', `${C}/documents/a`, { text: FERRY });
  const { events } = await service.json('GET', `${C}/events`);
  expect(events.map(({ watch }: Answered) => watch)).toEqual(['long']);
});

test('listeners above the limit are told when to come back', async () => {
  const service = await runForTest({ listeners: 2 });
  const ending = new AbortController();
  const listen = () =>
    fetch(`${service.address}${C}/events`, {
      headers: { accept: 'text/event-stream' },
      signal: ending.signal,
    });
  expect([(await listen()).status, (await listen()).status]).toEqual([200, 200]);
  const third = await listen();
  expect([third.status, third.headers.get('retry-after')]).toEqual([503, '10']);
  ending.abort();
});
