// Reads damaged files of every format: no crash, no hang, no unhandled rejection, no message that JavaScript made. Needs a build.
// node test/soak/fuzz-readers.mjs [--mutants 100000] [--from 0] [--seed 1] [--only docx]; the tests read a few hundred mutants. A mutant is known by
// its seed and number: --from N --mutants 1 reads it alone.
import { fork } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listReaders, memorySource, readSources } from '../../dist/read/index.js';
import { mutate, randomOf } from './mutate.mjs';

/** Seconds that extraction may take, and seconds of computing after which a mutant that is still read counts as hanging. */
const LIMIT = 5;
const HANGS = LIMIT + 5;
/** Seconds after which a process that computes nothing is stuck. */
const STUCK = 120;

/**
 * Reads mutants one after the other. Gives how many there were, what was told of them by the shape of the message, and the failures: those that
 * end in an error, or in a message that is not ours.
 */
export async function readMutants({ seeds, seed, from = 0, mutants, onMutant = () => {} }) {
  const sums = { mutants: 0, documents: 0, slowest: 0, messages: {}, failures: [] };
  for (let number = from; number < from + mutants; number++) {
    onMutant(number);
    const { name, bytes, options } = mutantOf(seeds, seed, number);
    const start = performance.now();
    try {
      for await (const { item } of readSources([memorySource(name, bytes)], options)) {
        if (item.problem === undefined) sums.documents++;
        const told = item.problem === undefined ? textProblem(item.text) : item.problem;
        if (told === undefined) continue;
        const shape = told.replaceAll(/`[^`]*`/g, '`…`').replaceAll(/\d+/g, '0');
        sums.messages[shape] = (sums.messages[shape] ?? 0) + 1;
        if (NOT_OURS.test(told)) sums.failures.push({ number, name, reason: told });
      }
    } catch (error) {
      sums.failures.push({ number, name, reason: String(error?.stack ?? error) });
    }
    sums.mutants++;
    sums.slowest = Math.max(sums.slowest, (performance.now() - start) / 1000);
  }
  return sums;
}

/** What is told if a reader fails in a way that it does not expect, and a text that breaks the contract. */
const NOT_OURS =
  /reader failed on it|undefined|not a function|not iterable|out of bounds|out of range|Invalid (?:array|typed|string)|call stack|BigInt|RangeError|TypeError|ERR_|no valid UTF-8/;

function textProblem(text) {
  if (typeof text === 'string') return undefined;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(text);
    return undefined;
  } catch {
    return 'the text is no valid UTF-8';
  }
}

/** A file that is damaged as it is, or put together from a damaged part, and read with options of all kinds. */
function mutantOf(seeds, seed, number) {
  const random = randomOf(seed, number);
  const pick = (list) => list[random(list.length)];
  const original = pick(seeds);
  const other = pick(seeds);
  const parts = { ...original.parts };
  const part = pick(Object.keys(parts));
  const inside = Object.keys(parts).length > 1 || random(2) === 0;
  if (inside && random(3) > 0) parts[part] = mutate(parts[part], pick(Object.values(other.parts)), random);
  const packed = Buffer.from(original.pack(parts));
  const isDamaged = parts[part] !== original.parts[part];
  const bytes = isDamaged && random(8) > 0 ? packed : mutate(packed, other.pack(other.parts), random);
  const options = {
    textField: pick(['text', 'text', 'body']),
    idField: 'id',
    format: random(6) === 0 ? original.format : random(40) === 0 ? pick(listReaders()).name : 'auto',
    encoding: random(12) === 0 ? pick(['utf-8', 'windows-1251', 'gb18030', 'utf-16le']) : 'auto',
    markup: pick(['none', 'html']),
    main: random(2) === 0,
    attachments: random(2) === 0,
    maxDocument: random(16) === 0 ? 1 + random(3000) : 100 << 20,
    documentSeconds: LIMIT,
    documentMemory: 1 << 30,
  };
  return { name: random(12) === 0 ? other.name : original.name, bytes, options };
}

/** Reads mutants in another process, which a crash or a hang ends; the mutants behind it are read by the next one. */
async function campaign({ seed, from, mutants, only }) {
  const sums = { mutants: 0, documents: 0, slowest: 0, messages: {}, failures: [] };
  const end = from + mutants;
  for (let next = from; next < end; ) {
    const known = sums.failures.length;
    const { last, answer, reason } = await inAnotherProcess([
      '--seed',
      seed,
      '--from',
      next,
      '--mutants',
      Math.min(BATCH, end - next),
      ...(only ? ['--only', only] : []),
    ]);
    if (answer) {
      sums.documents += answer.documents;
      sums.slowest = Math.max(sums.slowest, answer.slowest);
      sums.failures.push(...answer.failures);
      for (const [shape, count] of Object.entries(answer.messages))
        sums.messages[shape] = (sums.messages[shape] ?? 0) + count;
    } else sums.failures.push({ number: last, name: '', reason });
    const read = answer ? answer.mutants : last + 1 - next;
    sums.mutants += read;
    next += read;
    for (const failure of sums.failures.slice(known)) console.error(lineOf(failure));
    console.error(`${sums.mutants} of ${mutants} mutants, ${sums.failures.length} failures`);
  }
  return sums;
}

function lineOf({ number, name, reason }) {
  return `FAILURE mutant ${number} ${name}: ${reason}`;
}

/** Mutants of one process. */
const BATCH = 2500;

function inAnotherProcess(args) {
  const child = fork(fileURLToPath(import.meta.url), ['--child', ...args.map(String)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let last = Number(args[3]);
  let answer;
  let printed = '';
  let reason;
  let timer;
  const watch = () => {
    clearInterval(timer);
    const start = { wall: performance.now(), cpu: cpuSeconds(child.pid) };
    timer = setInterval(() => {
      const wall = (performance.now() - start.wall) / 1000;
      if (cpuSeconds(child.pid) - start.cpu < HANGS && wall < STUCK) return;
      reason = `hangs: ${Math.round(wall)} seconds without an end`;
      child.kill('SIGKILL');
    }, 1000);
  };
  child.stderr.on('data', (data) => {
    printed = (printed + data).slice(-4000);
  });
  child.on('message', (message) => {
    if (typeof message === 'number') {
      last = message;
      watch();
    } else {
      answer = message;
      clearInterval(timer);
    }
  });
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearInterval(timer);
      resolve({ last, answer, reason: reason ?? `the process ended with ${signal ?? code}: ${printed}` });
    });
  });
}

/** Seconds that a process has computed; a busy machine makes it wait, which is no hang. */
function cpuSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return performance.now() / 1000;
  }
}

/** The seeds are made by the makers of the tests, which are not part of a build. */
async function loadSeeds(only) {
  const { rolldown } = await import('rolldown');
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const file = `${root}dist/fuzz-seeds-${process.pid}.mjs`;
  const made = await rolldown({
    input: `${root}src/read/seeds.cases.ts`,
    platform: 'node',
    external: (name) => !/^[./]/.test(name),
  });
  await made.write({ file, format: 'esm' });
  await made.close();
  const { seeds } = await import(file);
  rmSync(file);
  return seeds().filter(({ name, format }) => only === undefined || name === only || format === only);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      mutants: { type: 'string', default: '100000' },
      from: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      child: { type: 'boolean', default: false },
    },
  });
  const numbers = { seed: Number(values.seed), from: Number(values.from), mutants: Number(values.mutants) };
  if (values.child) {
    const seeds = await loadSeeds(values.only);
    const sums = await readMutants({ ...numbers, seeds, onMutant: (number) => process.send(number) });
    process.send(sums, () => process.exit());
  } else {
    const { messages, failures, ...sums } = await campaign({ ...numbers, only: values.only });
    for (const [shape, count] of Object.entries(messages).sort((a, b) => b[1] - a[1]))
      console.log(String(count).padStart(7), shape);
    for (const failure of failures) console.log(lineOf(failure));
    console.log({ ...sums, failures: failures.length });
    process.exitCode = failures.length > 0 ? 1 : 0;
  }
}
