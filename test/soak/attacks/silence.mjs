// Requests that once silenced the service: /health must be answered while each runs, and SIGTERM must end it.
import { join } from 'node:path';

const C = '/v1/collections/documents';
const LINES = 'application/x-ndjson';
const MARKS = `a${'\u0315\u0316'.repeat(25_000)}`;
const fields = (count) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n]));
const words = Array.from({ length: 300_000 }, (_, n) => ((n * 7919) % 1_000_003).toString(36)).join(' ');

const REQUESTS = {
  marks: ['POST', '/check', JSON.stringify({ text: MARKS })],
  'lines to check': ['POST', '/check', 'x\n'.repeat(80_000), LINES],
  'lines to add': ['POST', '/documents', 'x\n'.repeat(80_000), LINES],
  fields: ['PUT', '/documents/f', JSON.stringify({ text: 'A text.', ...fields(200_000) })],
  words: ['POST', '/search', JSON.stringify({ text: words })],
};
/** Seconds in which SIGTERM must end a service that has one second for what runs. */
const LIMIT = 60;
/** Milliseconds. */
const SHORT = 500;

export async function silence({ folder, neardup }) {
  const silent = [];
  const then = async (child) => {
    const address = await addressOf(child);
    // what the first request of a service costs is not the fault of a hostile one
    await (await send(address, ['POST', '/check', JSON.stringify({ text: 'A text.' })])).text();
    for (const [name, request] of Object.entries(REQUESTS)) {
      if (!(await isAnsweredDuring(address, request))) silent.push(name);
    }
    child.kill('SIGTERM');
  };
  await neardup(['serve', '--data', join(folder, 'data'), '--port', '0', '--no-open'], { then });
  const answer = silent.length === 0 ? '/health is always answered' : `silent: ${silent.join(', ')}`;
  return { held: silent.length === 0, answer };
}

export async function stopWhileStuck({ folder, neardup }) {
  const body = JSON.stringify({
    a: { text: words },
    b: Array.from({ length: 3 }, () => ({ text: `${words} end` })),
  });
  let start = 0;
  const flags = ['--port', '0', '--no-open', '--stop-seconds', '1'];
  const then = async (child) => {
    const address = await addressOf(child).catch(() => undefined);
    if (address === undefined) return;
    send(address, ['POST', '/compare', body]).catch(() => {});
    setTimeout(() => {
      start = performance.now();
      child.kill('SIGTERM');
    }, 2000);
  };
  const serve = ['serve', '--data', join(folder, 'data'), ...flags];
  const { killed, code } = await neardup(serve, { limit: 3 * LIMIT, then });
  const seconds = (performance.now() - start) / 1000;
  // an older build does not know the flag
  const held = start > 0 && !killed && seconds < LIMIT;
  return {
    held,
    answer: start > 0 ? `ended after ${seconds.toFixed(1)} s` : `did not start: exit code ${code}`,
  };
}

/** Whether /health is answered while a request runs: no answer may take half of its time. One that takes no time silences nothing. */
async function isAnsweredDuring(address, request) {
  let isOver = false;
  let longest = 0;
  const start = performance.now();
  const end = () => {
    isOver = true;
  };
  send(address, request)
    .then((answer) => answer.text())
    .then(end, end);
  while (!isOver) {
    const asked = performance.now();
    await (await fetch(`${address}/health`)).text();
    longest = Math.max(longest, performance.now() - asked);
  }
  const took = performance.now() - start;
  return took < SHORT || longest < took / 2;
}

function send(address, [method, path, body, type = 'application/json']) {
  return fetch(`${address}${C}${path}`, { method, body, headers: { 'content-type': type } });
}

/** What the command says when it serves. */
export function addressOf(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (/needs a key|Its data is in/.test(said)) resolve(/http:\/\/[\d.:]+/.exec(said)[0]);
    });
    child.on('exit', () => reject(new Error(said)));
  });
}
