// The data folder of a service while strace makes a call fail, or kills the process there: `neardup keys create`, and `PUT /v1/collections/new`.
// Afterward the service starts, every acknowledged key and collection is there, and nobody gets in without a key once there is one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pointsOf, startTraced } from './traced.mjs';

const MAIN = fileURLToPath(new URL('../../../dist/apps/cli/main.cjs', import.meta.url));
const COLLECTIONS = '/v1/collections';
const NEW = `${COLLECTIONS}/new`;
const LIMIT_MS = 30_000;

const keysCreate = (data) => [MAIN, 'keys', 'create', '--data', data, '--scopes', 'admin'];
const serve = (data) => [
  MAIN,
  'serve',
  '--data',
  data,
  ...'--port 0 --no-open --threads 1 --log error'.split(' '),
];

/** A key of a folder that has one, or the first key, of a folder that is not there yet. */
export function keyRuns(parent, { hasKey }) {
  const above = join(parent, 'keys');
  const data = join(above, 'data');
  const run = async (fault) => {
    rmSync(above, { recursive: true, force: true });
    const secrets = hasKey ? [await createKey(data)] : [];
    const running = startTraced(keysCreate(data), join(parent, 'trace'), fault);
    const ended = await running.ended;
    expectOurs(running, ended);
    const printed = running.stdout.trim();
    if (printed !== '') secrets.push(printed);
    return { ...ended, secrets, acknowledged: Number(printed !== ''), refused: Number(ended.code > 0) };
  };
  let found;
  return {
    async points() {
      found ??= pointsOf((await run(undefined)).trace, above);
      return found;
    },
    async check(_, fault) {
      const { trace: _trace, secrets, ...counts } = await run(fault);
      await withService(data, (send) => expectDoor(send, secrets));
      // a key that was not acknowledged is no obstacle to another one
      await createKey(data);
      return counts;
    },
  };
}

/** A new collection of a service that has a key, and a document in it. */
export function serviceRuns(parent) {
  const [data, template] = [join(parent, 'data'), join(parent, 'template')];
  let secret;
  const prepare = async () => {
    secret ??= await createKey(template);
    rmSync(data, { recursive: true, force: true });
    cpSync(template, data, { recursive: true });
  };
  const run = async (fault) => {
    await prepare();
    const running = startTraced(serve(data), join(parent, 'trace'), fault);
    const send = senderTo(await addressOf(running.child));
    const said = { collection: undefined, document: undefined };
    if (send !== undefined) {
      said.collection = await tryToSend(send, 'PUT', NEW, {}, secret);
      if (said.collection === 201)
        said.document = await tryToSend(send, 'PUT', `${NEW}/documents/a`, { text: 'One text.' }, secret);
    }
    running.signal('SIGTERM');
    const ended = await running.ended;
    expectOurs(running, ended);
    const statuses = Object.values(said);
    if (!ended.killed && send !== undefined && said.collection === undefined)
      throw new Error(`there was no answer: ${running.stderr}`);
    return {
      ...{ ...ended, said, acknowledged: statuses.filter((status) => status === 201).length },
      refused: statuses.filter((status) => status > 201).length,
    };
  };
  let found;
  return {
    async points() {
      if (found === undefined) {
        const { trace } = await run(undefined);
        const begins = trace.findIndex((line) => line.includes('.making-new'));
        const before = pointsOf(trace.slice(0, begins), data).length;
        found = pointsOf(trace, data).slice(before);
      }
      return found;
    },
    async check(_, fault) {
      const { trace: _trace, said, ...counts } = await run(fault);
      await withService(data, async (send) => {
        await expectDoor(send, [secret]);
        const { collections, broken } = await (await send('GET', COLLECTIONS, undefined, secret)).json();
        if (broken.length > 0) throw new Error(`broken: ${JSON.stringify(broken)}`);
        const isThere = collections.some(({ name }) => name === 'new');
        if (said.collection === 201) expect('the acknowledged collection', isThere, true);
        const again = await send('PUT', NEW, {}, secret);
        expect('the collection once more', again.status, isThere ? 200 : 201);
        const document = await send('GET', `${NEW}/documents/a`, undefined, secret);
        if (said.document === 201)
          expect('the acknowledged document', (await document.json()).text, 'One text.');
      });
      return counts;
    },
  };
}

/** Nobody gets in without one of the keys, if there are some, and everybody with one of them. */
async function expectDoor(send, secrets) {
  const status = async (secret) => (await send('GET', COLLECTIONS, undefined, secret)).status;
  for (const secret of secrets) expect('with a key', await status(secret), 200);
  if (secrets.length === 0) return;
  expect('without a key', await status(undefined), 401);
  expect('with another key', await status(`nd_${'A'.repeat(43)}`), 401);
}

function expect(what, found, expected) {
  if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`);
}

/** A program ends well, or with one of our errors. */
function expectOurs({ stderr }, { code, killed }) {
  if (killed || code === 0) return;
  if (!stderr.startsWith('neardup: ') || /^ +at /m.test(stderr))
    throw new Error(`it ended with ${code}: ${stderr}`);
}

async function createKey(data) {
  const child = spawn(process.execPath, keysCreate(data), { stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, told] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (told += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`keys create: ${told}`);
  return out.trim();
}

/** Runs the service without strace. */
async function withService(data, use) {
  const child = spawn(process.execPath, serve(data), { stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  child.stderr.on('data', (chunk) => (told += chunk));
  const closed = once(child, 'close');
  try {
    const send = senderTo(await addressOf(child));
    if (send === undefined) throw new Error(`the service does not start again: ${told}`);
    await use(send);
  } finally {
    child.kill('SIGKILL');
    await closed;
  }
}

/** Where a service is reached once it says so; undefined if it ends before. */
function addressOf(child) {
  return new Promise((resolve) => {
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const [, address] = /at (http:\/\/[\d.:]+)\/\n/.exec(out) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('close', () => resolve(undefined));
  });
}

function senderTo(address) {
  if (address === undefined) return undefined;
  return (method, path, body, secret) =>
    fetch(address + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(LIMIT_MS),
    });
}

/** The status of an answer, which is a problem of ours if it is an error; undefined if the service was killed. */
async function tryToSend(send, ...request) {
  let answer;
  try {
    answer = await send(...request);
  } catch (error) {
    if (error.name === 'TimeoutError') throw error;
    return undefined;
  }
  const { code } = await answer.json();
  if (!answer.ok && code === undefined) throw new Error(`an answer ${answer.status} without a code`);
  return answer.status;
}
