// Puts load on the built service and checks what it answers:
//   node test/soak/load-service.mjs [--seconds 30] [--connections 1000] [--listeners 100] [--ring 20000]
// 70 % check, 20 % put, 5 % search, 4 % sources, 1 % tasks (merges, groups, backups); listeners follow the feed. Then the service is killed with
// SIGKILL while documents are put, started again, and asked for every one that it acknowledged. The long form: --seconds 600. The exit code is 1
// if anything is wrong.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { Feed } from './load/feed.mjs';
import { Mix } from './load/mix.mjs';
import { startServer } from './load/served-process.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    connections: { type: 'string', default: '1000' },
    listeners: { type: 'string', default: '100' },
    ring: { type: 'string', default: '20000' },
  },
});
const [seconds, connections] = [Number(values.seconds), Number(values.connections)];
const C = '/v1/collections/documents';
const WATCHED = 100;
/** Seconds between two lines about memory. */
const EVERY = 10;

const data = mkdtempSync(join(tmpdir(), 'neardup-load-'));
let server = await startServer(data);
try {
  const mix = new Mix(C, { seeded: 2000, ring: Number(values.ring), watched: WATCHED });
  await prepare(mix);
  const feeds = Array.from(
    { length: Number(values.listeners) },
    () => new Feed(`${server.address}${C}/events`),
  );
  const load = await loaded(mix);
  const events = await caughtUp(feeds);
  await killed(mix);
  server = await startServer(data);
  const missing = await missingOf(mix);
  report(mix, { ...load, ...events, missing });
} finally {
  await server.end('SIGTERM');
  rmSync(data, { recursive: true });
}

async function prepare(mix) {
  const lines = mix.seeds().map((document) => `${JSON.stringify(document)}\n`);
  const watch = {
    texts: mix
      .seeds()
      .slice(0, WATCHED)
      .map(({ text }) => text),
  };
  const { status } = await send('POST', `${C}/documents`, lines.join(''), 'application/x-ndjson');
  const answer = await send('PUT', `${C}/watches/all`, JSON.stringify(watch));
  // the weights of words are those of the last merge
  await send('POST', `${C}/tasks`, '{"type":"merge"}');
  if (status !== 200 || answer.status !== 200) throw new Error(`Seeding: ${status} ${await answer.text()}`);
}

function send(method, path, body, type = 'application/json') {
  return fetch(server.address + path, { method, body, headers: body && { 'content-type': type } });
}

/** The load itself, and what it cost. */
async function loaded(mix) {
  const memory = [];
  const sampling = setInterval(() => {
    memory.push(server.megabytes());
    const answered = Object.values(mix.times).reduce((sum, { length }) => sum + length, 0);
    console.log(
      `${memory.length * EVERY} s: ${memory.at(-1)} MB, ${answered} answers, ${mix.wrong.length} wrong`,
    );
  }, 1000 * EVERY);
  const before = server.cpuSeconds();
  const start = performance.now();
  const { errors, timeouts } = await run(mix.request(), seconds, connections);
  clearInterval(sampling);
  return {
    cpu: server.cpuSeconds() - before,
    elapsed: (performance.now() - start) / 1000,
    memory,
    errors,
    timeouts,
    ...mix.taken(),
  };
}

function run(request, duration, callers) {
  return autocannon({
    url: server.address,
    connections: callers,
    duration,
    timeout: 120,
    requests: [request],
  });
}

/** Waits until all listeners have the last event. */
async function caughtUp(feeds) {
  const { last } = await (await send('GET', `${C}/events?limit=1`)).json();
  for (let wait = 0; wait < 100 && feeds.some((feed) => feed.last < last); wait++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  for (const feed of feeds) feed.close();
  return {
    events: last,
    gaps: feeds.reduce((sum, { gaps }) => sum + gaps, 0),
    behind: feeds.filter((feed) => feed.last !== last).length,
    resumed: feeds.reduce((sum, { resumed }) => sum + resumed, 0),
  };
}

/** Kills the service while documents are put. */
async function killed(mix) {
  const putting = run(mix.request('put'), 3, 50);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await server.end('SIGKILL');
  await putting;
}

async function missingOf(mix) {
  let missing = 0;
  const ids = [...mix.documents.keys()];
  for (let from = 0; from < ids.length; from += 500) {
    const asked = JSON.stringify({ ids: ids.slice(from, from + 500) });
    const { documents, missing: unknown } = await (await send('POST', `${C}/documents/get`, asked)).json();
    for (const { id, text } of documents) if (!mix.isStored(id, text)) missing++;
    for (const id of unknown) if (!mix.isStored(id)) missing++;
  }
  const { documents, missing: seeds } = await (
    await send(
      'POST',
      `${C}/documents/get`,
      JSON.stringify({
        ids: mix
          .seeds()
          .slice(0, 1000)
          .map(({ id }) => id),
      }),
    )
  ).json();
  return missing + seeds.length + (documents.length === 1000 ? 0 : 1);
}

function report(mix, { cpu, elapsed, memory, errors, timeouts, missing, times, counts, ...events }) {
  const all = Object.values(times).flat();
  const failures = Object.values(counts)
    .flatMap((by) => Object.entries(by))
    .filter(([status]) => Number(status) >= 500 && status !== '503');
  const half = memory[Math.floor(memory.length / 2)];
  const figures = {
    seconds: Math.round(elapsed),
    connections,
    answered: all.length,
    perSecond: Math.round(all.length / elapsed),
    cpuMicrosecondsPerRequest: Math.round((1e6 * cpu) / all.length),
    milliseconds: Object.fromEntries(
      [['all', all], ...Object.entries(times)].map(([kind, times]) => [kind, percentiles(times)]),
    ),
    statuses: counts,
    memoryMegabytes: { half, last: memory.at(-1) },
    ...events,
    acknowledged: [...mix.documents.values()].filter((each) => each.acknowledged !== undefined).length,
  };
  const faults = {
    wrong: mix.wrong.length,
    serverErrors: failures.length,
    busyWithoutRetryAfter: mix.withoutRetryAfter,
    gaps: events.gaps,
    behind: events.behind,
    missing,
    errors,
    timeouts,
    // it grows with the documents until all of the ring are stored: only a long run tells
    memoryGrew: seconds >= 300 && memory.at(-1) > 1.2 * half ? 1 : 0,
  };
  console.log(JSON.stringify({ ...figures, faults }, null, 2));
  for (const each of mix.wrong.slice(0, 10)) console.log(each);
  if (Object.values(faults).some((count) => count > 0)) process.exitCode = 1;
}

function percentiles(times) {
  const sorted = Float64Array.from(times).sort();
  const at = (share) => Math.round(sorted[Math.floor(share * (sorted.length - 1))]);
  return { p50: at(0.5), p99: at(0.99) };
}
