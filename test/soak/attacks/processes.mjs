// Attacks on the process: signals while it computes or waits, two writers of one index, and what a killed run leaves.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cluster } from './keys.mjs';

/** Seconds within which a signal must end a command, and after which one that does not answer signals itself is sent one anyway. */
const SOON = 1;
const NEVER_LISTENS = 30;
/** Seconds after which a command that was sent a signal is killed. */
const LIMIT = 30;

/** Ctrl-C and SIGTERM while texts are compared: the exit code must be 130, and soon. */
export async function signalWhileComputing({ folder, neardup }) {
  const file = join(folder, 'cluster.jsonl');
  writeFileSync(file, lines(cluster(20_000)));
  const calls = [
    ['pairs', file, '--method', 'exact', '--threads', '1'],
    ['pairs', file, '--method', 'exact', '--threads', '2'],
  ];
  return sendSignals(neardup, calls, busy);
}

/** A named pipe that stays open and never gives a byte. */
export async function signalWhileWaiting({ folder, neardup }) {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const writer = openSync(pipe, 'r+');
  try {
    const calls = [
      ['dedup', pipe],
      ['text', pipe],
    ];
    return await sendSignals(neardup, calls, listens);
  } finally {
    closeSync(writer);
  }
}

/** Waits until a process has computed for more than a second: starting takes a fraction of that. */
async function busy({ pid }) {
  const seconds = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  while (seconds() < 1.5) await sleep(20);
  await listens({ pid });
}

/** Waits until a process answers signals itself: its first second is left to the system (`signals.ts`). SIGHUP is one that Node does not catch. */
async function listens({ pid }) {
  const caught = () => /^SigCgt:\s*(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))[1];
  const start = performance.now();
  while (!(BigInt(`0x${caught()}`) & 1n) && performance.now() - start < NEVER_LISTENS * 1000) await sleep(20);
}

async function sendSignals(neardup, calls, ready) {
  const waits = [];
  let right = true;
  for (const call of calls) {
    for (const signal of ['SIGINT', 'SIGTERM']) {
      let sent = 0;
      const then = async (child) => {
        await ready(child);
        sent = performance.now();
        child.kill(signal);
      };
      const { code, killed } = await neardup(call, { then, limit: LIMIT });
      const seconds = (performance.now() - sent) / 1000;
      right &&= code === 130 && seconds < SOON;
      waits.push(killed ? `never (${LIMIT} s)` : `${seconds.toFixed(2)} s, exit code ${code}`);
    }
  }
  return { held: right, answer: [...new Set(waits)].join('; ') };
}

/** Two processes add to one index at the same time: every document that was acknowledged must be found in it afterwards. */
export async function twoWriters({ folder, neardup }) {
  const collection = join(folder, 'all.nd');
  const fileOf = (name) => {
    const file = join(folder, `${name}.jsonl`);
    const texts = Array.from({ length: 200 }, (_, i) => ({
      id: `${name} ${i}`,
      text: `word${name}x${i}`.repeat(9),
    }));
    writeFileSync(file, lines(texts));
    return file;
  };
  const run = async (...args) => (await neardup(['collection', ...args, '--quiet'])).code === 0;
  await run('create', collection, fileOf('first'));
  let [acknowledged, refused] = [200, 0];
  for (let round = 0; round < 5; round++) {
    const files = ['a', 'b', 'c'].map((name) => fileOf(`${name}${round}`));
    for (const done of await Promise.all(files.map((file) => run('add', collection, file)))) {
      if (done) acknowledged += 200;
      else refused++;
    }
  }
  const { stdout } = await neardup(['collection', 'info', collection, '--json']);
  const { documents } = JSON.parse(stdout);
  const answer = `${acknowledged} documents acknowledged, ${documents} in the collection, ${refused} of 15 writers refused`;
  return { held: documents === acknowledged, answer };
}

/** Runs are killed while they write; what they leave must be gone after the next run. */
export async function leftovers({ folder, neardup }) {
  const input = join(folder, 'input.jsonl');
  const words = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ');
  writeFileSync(
    input,
    lines(Array.from({ length: 60_000 }, (_, i) => ({ id: `d${i}`, text: `${i} ${words}` }))),
  );
  const out = join(folder, 'out');
  mkdirSync(out);
  const call = ['dedup', input, '-o', join(out, 'clean.jsonl'), '--method', 'bands', '--quiet'];
  for (let round = 0; round < 8; round++) {
    const then = (child) => setTimeout(() => child.kill('SIGKILL'), 600 + 300 * round);
    await neardup(call, { then });
    if (readdirSync(out).some((name) => name === 'clean.jsonl')) break;
  }
  const left = readdirSync(out).filter((name) => !/^clean\.jsonl(\.removed\.jsonl)?$/.test(name)).length;
  await neardup(call);
  const after = readdirSync(out).filter((name) => !/^clean\.jsonl(\.removed\.jsonl)?$/.test(name)).length;
  return { held: after === 0, answer: `${left} files left by killed runs, ${after} after the next run` };
}

function lines(documents) {
  return documents.map((document) => `${JSON.stringify(document)}\n`).join('');
}
