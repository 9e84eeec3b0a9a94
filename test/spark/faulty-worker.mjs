// A worker with faults, for tests: node faulty-worker.mjs FAULTS FOLDER STAGE … (the arguments of `neardup worker`). FAULTS are some of
//   crash  the first attempt of every task exits with 3 after 500 rows of its input and some of its output (at the end, if there are fewer)
//   kill   the executor is killed -9 there, once in `keys` and once in `verify`
// FOLDER/faults gets a line for every fault: its name, the stage, rows read, bytes written.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, openSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { arrowRows } from '../../dist/stages/arrow.js';
import { MAIN } from '../soak/spark-home.mjs';

const ROWS = 500;
const [faults, folder, stage] = process.argv.slice(2);

const worker = spawn(process.execPath, [MAIN, 'worker', ...process.argv.slice(4)], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
worker.stdin.on('error', () => {});
const ended = once(worker, 'exit');
const fault = chooseFault();
let rows = 0;
/** Bytes written after the first message, which is the schema. */
let written;
let isWritten;
const someWritten = new Promise((resolve) => {
  isWritten = resolve;
});
const output = pass(worker.stdout, process.stdout, (chunk) => {
  written = chunk.length + (written ?? -8 - chunk.readInt32LE(4));
  if (written > 0) isWritten();
});
const input = countRows(async (length) => {
  rows += length;
  if (fault === undefined || rows < ROWS) return;
  // every batch of `keys` comes back at once; other stages may write at the end only
  if (stage === 'keys') await someWritten;
  if (written > 0) fail(fault);
});
await input;
worker.stdin.end();
await output;
const [code] = await ended;
if (fault !== undefined) fail(fault);
process.exit(code ?? 1);

function chooseFault() {
  // the probe for the scheme has no attempt
  if (faults.includes('crash') && process.env.NEARDUP_ATTEMPT === '0') return 'crash';
  if (!faults.includes('kill') || !['keys', 'verify'].includes(stage) || !process.env.NEARDUP_ATTEMPT)
    return undefined;
  try {
    openSync(`${folder}/killed-${stage}`, 'wx');
    return 'kill';
  } catch {
    return undefined;
  }
}

function fail(fault) {
  appendFileSync(`${folder}/faults`, `${fault} ${stage} ${rows} ${written}\n`);
  process.stderr.write(`faulty-worker: fails on purpose after ${rows} rows\n`);
  worker.kill('SIGKILL');
  if (fault === 'kill') process.kill(executor(), 'SIGKILL');
  process.exit(3);
}

/** The executor that this process works for. */
function executor(pid = process.ppid) {
  if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('CoarseGrainedExecutorBackend')) return pid;
  return executor(Number(/\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))[1]));
}

async function countRows(onBatch) {
  const chunks = new PassThrough();
  const passed = pass(process.stdin, worker.stdin, (chunk) => chunks.write(chunk)).then(() => chunks.end());
  for await (const { length } of arrowRows.read(chunks, () => {})) await onBatch(length);
  await passed;
}

async function pass(from, to, onChunk) {
  for await (const chunk of from) {
    if (!to.write(chunk)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
    await onChunk(chunk);
  }
}
