import { afterEach, expect, it } from 'vitest';
import { startFront } from './front.ts';

/** A service that a question keeps busy until its number is 1, and that then stops when it is told to. */
const THREAD = `
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
const server = createServer((request, response) => {
  if (request.url === '/stuck') {
    Atomics.add(workerData.state, 1, 1);
    Atomics.notify(workerData.state, 1);
    Atomics.wait(workerData.state, 0, 0);
  }
  response.end('answered');
});
server.listen(0, '127.0.0.1', () => {
  parentPort.postMessage({ listening: { port: server.address().port, addresses: [] } });
  parentPort.postMessage({ ready: { collections: ['one'], folder: '/data', needsKey: true } });
});
parentPort.once('message', () => {
  server.close();
  server.closeAllConnections();
  parentPort.close();
});
`;

/** Releases what is stuck, so that no thread outlives its test. */
let release = () => {};
afterEach(() => release());

async function start(script: string, options: { answerSeconds?: number; stopSeconds?: number } = {}) {
  const state = new Int32Array(new SharedArrayBuffer(8));
  release = () => {
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
  };
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  const given = { data: '', port: 0, version: '0', ...options, state };
  const front = await startFront(url, given);
  const ask = (path: string) => fetch(front.address + path);
  /** Asks the question that takes all of the thread, and resolves when the thread is at it. */
  const getStuck = async () => {
    const answer = ask('/stuck');
    while (Atomics.load(state, 1) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    return { answer };
  };
  return { ...front, ask, getStuck };
}

it('the front says what the service serves, and gives requests to it', async () => {
  const { ask, collections, folder, needsKey, close } = await start(THREAD);
  expect([collections, folder, needsKey]).toEqual([['one'], '/data', true]);
  expect(await (await ask('/v1')).text()).toBe('answered');
  expect(await close()).toBe(true);
});

it('the front answers /health while a question takes all of the service, which then answers it', async () => {
  const { ask, getStuck, close } = await start(THREAD);
  const { answer } = await getStuck();
  for (let i = 0; i < 5; i++) expect(await (await ask('/health')).json()).toEqual({ state: 'running' });
  release();
  expect(await (await answer).text()).toBe('answered');
  expect(await close()).toBe(true);
});

it('the front tells those who wait too long to come back, with advice, and goes on afterwards', async () => {
  const { ask, getStuck, close } = await start(THREAD, { answerSeconds: 0.05 });
  const { answer } = await getStuck();
  for (const late of [await answer, await ask('/v1')]) {
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '10']);
    const { code, detail, advice } = await late.json();
    expect([code, detail]).toEqual(['TIME_LIMIT', 'Expected an answer within 0.05 seconds, got none.']);
    expect(advice).toContain('--answer-seconds');
  }
  expect([(await ask('/ready')).status, (await ask('/health')).status]).toEqual([503, 200]);
  release();
  await expect.poll(async () => (await ask('/v1')).status).toBe(200);
  expect(await close()).toBe(true);
});

it('the front stops waiting for a service that does not stop, and says so', async () => {
  const { getStuck, close } = await start(THREAD, { stopSeconds: 0.05 });
  const { answer } = await getStuck();
  const isCut = expect(answer).rejects.toThrow('fetch failed');
  expect(await close()).toBe(false);
  await isCut;
});

it('a start that fails says why in the words of the library', async () => {
  const failed = {
    message: 'No.',
    known: { code: 'LOCKED', wordings: { message: 'Another one has it.', advice: 'Close it.' } },
  };
  const script = `import { parentPort } from 'node:worker_threads';
parentPort.postMessage(${JSON.stringify({ failed })});`;
  await expect(start(script)).rejects.toMatchObject({
    code: 'LOCKED',
    message: 'Another one has it.',
    advice: 'Close it.',
  });
});
