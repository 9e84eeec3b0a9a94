// Puts load on a service with readers, and kills processes meanwhile:
//   node test/soak/check-readers.mjs [--seconds 600] [--connections 1000] [--readers 2]
// One service writes and has readers (the mix of load-service.mjs, without tasks, beside hostile texts), another one only reads the same folder.
// Readers of both are killed, and the first service as a whole, again and again. Each answer is checked: a question that is asked after a put was
// acknowledged must know it, from either service. "Stale" counts those that did not; "milliseconds" say how long the second service took to answer
// about a document that had just been acknowledged. The exit code is 1 if anything is wrong.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { Mix } from './load/mix.mjs';
import { startServer } from './load/served-process.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    connections: { type: 'string', default: '1000' },
    readers: { type: 'string', default: '2' },
  },
});
const [seconds, connections] = [Number(values.seconds), Number(values.connections)];
const C = '/v1/collections/documents';
const JSON_TYPE = { 'content-type': 'application/json' };
/** Seconds between two kills of a reader, and of the service that writes. */
const READER_KILLS = Math.min(5, seconds / 4);
const WRITER_KILLS = Math.min(20, seconds / 2);
const HOSTILE = [
  { text: '\u0000\ud800 \u202e' },
  { text: 'a '.repeat(50_000) },
  { text: 'x'.repeat(200_000) },
  { text: '\ufffd\u{1f600}'.repeat(5000), threshold: 0.8 },
  { text: 5 },
  { text: '', id: '\u0000' },
  { a: { text: 'no '.repeat(10_000) } },
  '{"text": "not whole',
  '['.repeat(10_000),
];

const hostileStatuses = {};
const data = mkdtempSync(join(tmpdir(), 'neardup-readers-'));
const port = await freePort();
const start = () => startServer(data, ['--readers', values.readers], port);
let server = await start();
let follower;
try {
  const mix = new Mix(C, {
    seeded: 1000,
    ring: 5000,
    watched: 0,
    shares: { check: 70, put: 20, search: 6, sources: 4 },
  });
  await post(
    server,
    '/documents',
    mix
      .seeds()
      .map((each) => `${JSON.stringify(each)}\n`)
      .join(''),
    'application/x-ndjson',
  );
  await post(server, '/tasks', '{"type":"merge"}');
  follower = await startServer(data, ['--read-only', '--readers', '2']);
  const abort = new AbortController();
  const beside = [followed(mix, abort.signal), kills(abort.signal)];
  const [load, hostile] = await Promise.all([
    run({ requests: [mix.request()], connections }),
    run({ requests: hostileRequests(), connections: 10 }),
  ]);
  abort.abort();
  const [staleness, killed] = await Promise.all(beside);
  await report(mix, { load, hostile, staleness, killed });
} finally {
  await server.end('SIGTERM');
  await follower?.end('SIGTERM');
  rmSync(data, { recursive: true });
}

function run({ requests, connections }) {
  return autocannon({ url: server.address, connections, duration: seconds, timeout: 120, requests });
}

function hostileRequests() {
  return HOSTILE.flatMap((body) =>
    ['check', 'search', 'sources', 'compare'].map((question) => ({
      method: 'POST',
      path: `${C}/${question}`,
      headers: JSON_TYPE,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      onResponse: (status) => {
        hostileStatuses[status] = (hostileStatuses[status] ?? 0) + 1;
      },
    })),
  );
}

/** Asks the service that only reads about what was acknowledged last. */
async function followed(mix, signal) {
  const times = [];
  let [stale, refused, asked] = [0, 0, 0];
  while (!signal.aborted) {
    await wait(5);
    const { lastPut } = mix;
    if (lastPut === undefined) continue;
    const since = performance.now();
    const answer = await fetch(`${follower.address}${C}/documents/${lastPut}`).catch(() => undefined);
    asked++;
    if (answer === undefined || answer.status === 503) {
      refused++;
      continue;
    }
    times.push(performance.now() - since);
    const { text } = await answer.json();
    if (answer.status !== 200 || !mix.isStored(lastPut, text)) stale++;
  }
  times.sort((a, b) => a - b);
  const at = (share) => Math.round(10 * times[Math.floor(share * (times.length - 1))]) / 10;
  return { asked, stale, refused, milliseconds: { p50: at(0.5), p99: at(0.99), most: at(1) } };
}

async function kills(signal) {
  const killed = { readers: 0, writers: 0 };
  for (let second = 1; !signal.aborted; second++) {
    await wait(1000 * READER_KILLS, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const pids = (second % 2 === 0 ? follower : server).children();
    if (pids.length > 0) {
      process.kill(pids[second % pids.length], 'SIGKILL');
      killed.readers++;
    }
    if (second % Math.round(WRITER_KILLS / READER_KILLS) !== 0) continue;
    await server.end('SIGKILL');
    killed.writers++;
    server = await start();
  }
  return killed;
}

async function report(mix, { load, hostile, staleness, killed }) {
  const { times, counts } = mix.taken();
  let missing = 0;
  const ids = [...mix.documents.keys()];
  for (let from = 0; from < ids.length; from += 500) {
    const { documents, missing: unknown } = await (
      await post(follower, '/documents/get', JSON.stringify({ ids: ids.slice(from, from + 500) }))
    ).json();
    for (const { id, text } of documents) if (!mix.isStored(id, text)) missing++;
    for (const id of unknown) if (!mix.isStored(id)) missing++;
  }
  const answered = Object.values(times).reduce((sum, { length }) => sum + length, 0);
  const faults = {
    wrong: mix.wrong.length,
    stale: staleness.stale,
    missing,
    serverErrors: failures(Object.values(counts)),
    hostileErrors: failures([hostileStatuses]),
    busyWithoutRetryAfter: mix.withoutRetryAfter,
    // the other reader goes on
    refusedByFollower: staleness.refused > 0.2 * staleness.asked ? staleness.refused : 0,
  };
  const figures = {
    seconds,
    connections,
    readers: Number(values.readers),
    answered,
    perSecond: Math.round(answered / seconds),
  };
  const cut = { load: load.errors, hostile: hostile.errors, timeouts: load.timeouts };
  console.log(
    JSON.stringify(
      { ...figures, statuses: counts, hostileStatuses, killed, cut, staleness, faults },
      null,
      2,
    ),
  );
  for (const each of mix.wrong.slice(0, 10)) console.log(each);
  if (Object.values(faults).some((count) => count > 0)) process.exitCode = 1;
}

function failures(statuses) {
  const all = statuses.flatMap((by) => Object.entries(by));
  return all.filter(([status]) => Number(status) >= 500 && status !== '503').length;
}

async function post({ address }, path, body, type = 'application/json') {
  const answer = await fetch(`${address}${C}${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function freePort() {
  const socket = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => socket.once('listening', resolve));
  const { port: free } = socket.address();
  await new Promise((resolve) => socket.close(resolve));
  return free;
}
