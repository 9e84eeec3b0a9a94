// dedup on Spark beside one machine, on sets of any size, with what each costs:
//   node test/spark/sets.mjs /tmp/sets 1000000
//   node test/soak/check-spark.mjs [--faults | --kill-master] /tmp/sets/same /tmp/sets/star /tmp/sets/plate /tmp/sets/generated …
// A set is a file or folder of JSON lines. On two executors (local-cluster) the removed documents must be those of `neardup dedup`, with
// their evidence, in its order, and the counts, too. --faults: first attempts of tasks crash after 500 documents, an executor is killed -9
// in `keys` and one in `verify`, and the driver is killed after `texts` and started again. --kill-master: on a standalone cluster, whose master is
// killed -9 after `texts`; the processor time of its executors is not counted.
// Printed for a document: microseconds of CPU by step and program, bytes shuffled and bytes of tables. CPU is read from /proc five
// times a second, so that a process which ends loses up to a fifth of a second.
import { spawn } from 'node:child_process';
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { SessionCpu } from './session-cpu.mjs';
import {
  ENV,
  faultyWorker,
  JOB,
  linesIn,
  MAIN,
  SUBMIT,
  settings,
  startCluster,
  WORKER,
} from './spark-home.mjs';

const EXECUTORS = 'local-cluster[2,1,1024]';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { faults: { type: 'boolean' }, 'kill-master': { type: 'boolean' } },
});
let isEqual = positionals.length > 0;
for (const set of positionals) isEqual &&= await check(set);
process.exitCode = isEqual ? 0 : 1;

async function check(set) {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-check-spark-'));
  try {
    const alone = await onOneMachine(set, folder);
    const { documents } = alone.summary;
    const spark = await onSpark(set, folder);
    if (values['kill-master']) console.log('  the master was killed after `texts`');
    const isSame = sameLines(alone.removed, spark.removed) && sameCounts(alone.summary, spark.summary);
    const perDocument = (seconds) => ((1e6 * seconds) / documents).toFixed(1);
    console.log(
      `${basename(set)}: ${documents} documents, ${alone.summary.removed} removed, ${isSame ? 'equal' : 'NOT EQUAL'}`,
    );
    console.log(`  one machine: ${perDocument(alone.cpu.total())} µs, ${alone.memory} MB of memory`);
    console.log(
      `  Spark: ${perDocument(spark.cpu.total())} µs (${spark.master}, start of Spark included: ${spark.cpu.of('start').toFixed(0)} s), ${spark.seconds.toFixed(0)} s`,
    );
    for (const step of spark.cpu.steps()) {
      const each = ['java', 'node', 'python'].map(
        (name) => `${name} ${perDocument(spark.cpu.of(step, name))}`,
      );
      const bytes = ((spark.shuffled.get(step) ?? 0) / documents).toFixed(1);
      const table = ((spark.tables.get(step) ?? 0) / documents).toFixed(1);
      console.log(
        `    ${step.padEnd(10)} ${each.join(', ').padEnd(40)} shuffled ${bytes} B, table ${table} B`,
      );
    }
    if (values.faults)
      console.log(readFileSync(join(folder, 'faults'), 'utf8').trimEnd().replaceAll(/^/gm, '    fault: '));
    return isSame;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function onOneMachine(set, folder) {
  const out = join(folder, 'alone.jsonl');
  const cpu = new SessionCpu();
  const args = [MAIN, 'dedup', set, '--duplicate-ids', 'rename', '--json', '-o', join(folder, 'kept.jsonl')];
  const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.pipe(createWriteStream(out));
  await cpu.follow(child);
  const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
  return { removed: lines.slice(0, -1), summary: JSON.parse(lines.at(-1)).summary, cpu, memory: cpu.memory };
}

async function onSpark(set, folder) {
  const events = join(folder, 'events');
  mkdirSync(events);
  const conf = {
    // costs are those of the compiler that long runs have
    ...(!values.faults && { 'spark.driver.extraJavaOptions': '', 'spark.executor.extraJavaOptions': '' }),
    'spark.executor.memory': '1024m',
    'spark.sql.shuffle.partitions': '8',
    'spark.eventLog.enabled': 'true',
    'spark.eventLog.compress': 'false',
    'spark.eventLog.rolling.enabled': 'false',
    'spark.eventLog.dir': events,
  };
  const out = join(folder, 'spark');
  const job = [JOB, set, '-o', out, '--options', '{"duplicateIds": "rename"}'];
  const worker = values.faults ? faultyWorker('crash,kill', folder) : WORKER;
  const cluster = values['kill-master'] ? await startCluster(folder) : undefined;
  const master = cluster?.url ?? EXECUTORS;
  const args = [...settings(folder, master, conf), ...job, '--worker', worker];
  const cpu = new SessionCpu();
  const start = performance.now();
  let output = '';
  const run = async (more) => {
    const stdio = ['ignore', 'pipe', 'ignore'];
    const child = spawn(SUBMIT, [...args, ...more], { detached: true, env: ENV, stdio });
    createInterface(child.stdout).on('line', (line) => {
      output += `${line}\n`;
      const step = /^neardup: (\w+): [\d.]+ s$/.exec(line)?.[1];
      if (step !== undefined) cpu.next(step);
      if (step === 'texts') cluster?.killMaster();
    });
    await cpu.follow(child);
  };
  if (values.faults) await run(['--batch-rows', '500', '--stop-after', 'texts']);
  await run(values.faults ? ['--batch-rows', '500'] : []);
  cluster?.stop();
  const summary = /^\{"summary".*$/m.exec(output);
  if (summary === null) throw new Error(output.slice(-5000));
  return {
    master,
    removed: linesIn(join(out, 'removed')),
    summary: JSON.parse(summary[0]).summary,
    cpu,
    seconds: (performance.now() - start) / 1000,
    shuffled: shuffledIn(events),
    tables: new Map(readdirSync(`${out}.work`).map((name) => [name, bytesIn(join(`${out}.work`, name))])),
  };
}

/** Bytes written by shuffles, by step. */
function shuffledIn(folder) {
  const steps = new Map();
  const shuffled = new Map();
  for (const name of readdirSync(folder)) {
    const stages = new Map();
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (!/^\{"Event":"SparkListener(JobStart|TaskEnd)"/.test(line)) continue;
      const event = JSON.parse(line);
      if (event.Event === 'SparkListenerJobStart') {
        const step = event.Properties['spark.job.description']?.replace('neardup: ', '') ?? 'start';
        for (const id of event['Stage IDs']) if (!stages.has(id)) stages.set(id, step);
      } else {
        const step = stages.get(event['Stage ID']);
        const bytes = event['Task Metrics']?.['Shuffle Write Metrics']['Shuffle Bytes Written'] ?? 0;
        shuffled.set(step, (shuffled.get(step) ?? 0) + bytes);
      }
    }
    steps.set(name, stages);
  }
  return shuffled;
}

function bytesIn(path) {
  if (statSync(path).isFile()) return statSync(path).size;
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0);
}

function sameLines(a, b) {
  const inOrder = (line) => JSON.stringify(sorted(JSON.parse(line)));
  const at = a.findIndex((line, i) => b[i] === undefined || inOrder(line) !== inOrder(b[i]));
  if (at !== -1) console.log(`  first difference, line ${at + 1}:\n    ${a[at]}\n    ${b[at]}`);
  return at === -1 && a.length === b.length;
}

function sorted(value) {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  );
}

function sameCounts({ seconds: _, engine: _engine, ...counts }, summary) {
  return Object.entries(counts).every(([name, count]) => summary[name] === count);
}
