// Puts load on the built service and reports what it answers: node scripts/load-service.mjs [--seconds 30] [--connections 1000]
// 70 % check, 20 % put, 5 % documents, 4 % sources, 1 % tasks (merges); 100 listeners of the feed. At the end the service is killed with
// SIGKILL, started again, and asked for every document that it acknowledged. The long form: --seconds 600.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    connections: { type: 'string', default: '1000' },
    listeners: { type: 'string', default: '100' },
  },
});
const MAIN = fileURLToPath(new URL('../dist/apps/cli/main.cjs', import.meta.url));
const C = '/v1/collections/documents';
const JSON_TYPE = { 'content-type': 'application/json' };
const WORDS =
  'ferry island lamp mill paper river customs house second pier attic weekly green broken morning winter bridge letter'.split(
    ' ',
  );
/** A text of its own for every number; the same one again for the same number. */
const textOf = (n) =>
  Array.from(
    { length: 40 },
    (_, i) => `${WORDS[(n * 7 + i * i + (n >> 3)) % WORDS.length]}${(n * 31 + i) % 997}`,
  ).join(' ');

const data = mkdtempSync(join(tmpdir(), 'neardup-load-'));
let running = await start();
const counts = {};
const acknowledged = new Set();
const wrong = [];
const SEEDED = 2000;
for (let n = 0; n < SEEDED; n++) acknowledged.add(`seed-${n}`);
await fetch(`${running.address}${C}/documents`, {
  method: 'POST',
  headers: { 'content-type': 'application/x-ndjson' },
  body: Array.from({ length: SEEDED }, (_, n) => JSON.stringify({ id: `seed-${n}`, text: textOf(n) })).join(
    '\n',
  ),
});
await fetch(`${running.address}${C}/watches/all`, {
  method: 'PUT',
  headers: JSON_TYPE,
  body: JSON.stringify({ texts: Array.from({ length: 100 }, (_, n) => textOf(n)) }),
});
const feeds = Array.from({ length: Number(values.listeners) }, () => listen(running.address));

let next = 0;
const check = {
  method: 'POST',
  path: `${C}/check`,
  headers: JSON_TYPE,
  setupRequest: (request, context) => {
    context.asked = next++ % SEEDED;
    return { ...request, body: JSON.stringify({ text: textOf(context.asked) }) };
  },
  onResponse: (status, body, context) => {
    count('check', status);
    if (status === 200 && !body.includes(`"seed-${context.asked}"`)) wrong.push(`check ${context.asked}`);
  },
};
const put = {
  method: 'PUT',
  headers: JSON_TYPE,
  setupRequest: (request, context) => {
    const n = next++;
    context.id = `put-${n}`;
    // some are what the watch waits for
    const text = n % 50 === 0 ? textOf(n % 100) : textOf(1_000_000 + n);
    return { ...request, path: `${C}/documents/${context.id}`, body: JSON.stringify({ text }) };
  },
  onResponse: (status, _, context) => {
    count('put', status);
    if (status === 201) acknowledged.add(context.id);
  },
};
const list = {
  method: 'GET',
  path: `${C}/documents?limit=20`,
  onResponse: (status) => count('documents', status),
};
const sources = {
  method: 'POST',
  path: `${C}/sources`,
  headers: JSON_TYPE,
  setupRequest: (request) => ({
    ...request,
    body: JSON.stringify({ a: { text: textOf(next++ % SEEDED) }, thesaurus: 'none' }),
  }),
  onResponse: (status) => count('sources', status),
};
const task = {
  method: 'POST',
  path: `${C}/tasks`,
  headers: JSON_TYPE,
  body: '{"type":"merge"}',
  onResponse: (status) => count('task', status),
};
const kinds = [
  [check, 70],
  [put, 20],
  [list, 5],
  [sources, 4],
  [task, 1],
];
// spread evenly, so that every connection sends all kinds
const mix = kinds.flatMap(([request, share]) =>
  Array.from({ length: share }, (_, i) => ({ request, at: (i + 0.5) / share })),
);
const requests = mix.sort((a, b) => a.at - b.at).map(({ request }) => request);

const memory = [];
const sampling = setInterval(() => memory.push(residentBytes(running.child.pid)), 1000);
const before = cpuSeconds(running.child.pid);
const result = await autocannon({
  url: running.address,
  connections: Number(values.connections),
  duration: Number(values.seconds),
  timeout: 120,
  requests,
});
clearInterval(sampling);
const cpu = cpuSeconds(running.child.pid) - before;
const answered = Object.values(counts).reduce(
  (sum, by) => sum + Object.values(by).reduce((a, b) => a + b, 0),
  0,
);
running.child.kill('SIGKILL');
await once(running.child, 'exit');

running = await start();
let missing = 0;
for (const id of acknowledged)
  if ((await fetch(`${running.address}${C}/documents/${id}`)).status !== 200) missing++;
running.child.kill('SIGTERM');
await once(running.child, 'exit');
rmSync(data, { recursive: true });

const gaps = feeds.reduce((sum, { gaps: found }) => sum + found, 0);
const failures = Object.values(counts)
  .flatMap((by) => Object.entries(by))
  .filter(([status]) => status >= 500 && status !== '503');
const megabytes = (bytes) => Math.round(bytes / 2 ** 20);
console.log(
  JSON.stringify(
    {
      seconds: Number(values.seconds),
      connections: Number(values.connections),
      answered,
      perSecond: Math.round(answered / Number(values.seconds)),
      cpuMicrosecondsPerRequest: Math.round((1e6 * cpu) / answered),
      p50: result.latency.p50,
      p99: result.latency.p99,
      errors: result.errors,
      timeouts: result.timeouts,
      statuses: counts,
      wrong: wrong.length,
      events: feeds.map(({ events }) => events).reduce((a, b) => Math.min(a, b), Infinity),
      gaps,
      acknowledged: acknowledged.size,
      missing,
      memoryMegabytes: {
        first: megabytes(memory[Math.min(4, memory.length - 1)] ?? 0),
        last: megabytes(memory.at(-1) ?? 0),
      },
    },
    null,
    2,
  ),
);
process.exit(wrong.length + gaps + missing + failures.length > 0 ? 1 : 0);

function count(kind, status) {
  counts[kind] ??= {};
  counts[kind][status] = (counts[kind][status] ?? 0) + 1;
}

async function start() {
  const child = spawn(process.execPath, [MAIN, 'serve', '--data', data, '--port', '0', '--no-open'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes('Its data')) break;
  }
  return { child, address: /http:\/\/[\d.:]+/.exec(said)[0] };
}

/** A listener of the feed that counts events and gaps between their positions. */
function listen(address) {
  const feed = { events: 0, gaps: 0, last: 0 };
  get(`${address}${C}/events`, { headers: { accept: 'text/event-stream' } }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop();
      for (const block of blocks) {
        const [, position] = /^id: (\d+)/.exec(block) ?? [];
        if (position === undefined) continue;
        feed.events++;
        if (Number(position) !== feed.last + 1) feed.gaps++;
        feed.last = Number(position);
      }
    });
    answer.on('error', () => {});
  }).on('error', () => {});
  return feed;
}

function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function residentBytes(pid) {
  return 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}
