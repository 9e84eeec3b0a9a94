// The Spark that tests and scripts run (`.ci/install-spark`): its commands, with little memory and two executors.
import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, connect as open } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HOME = process.env.NEARDUP_SPARK ?? join(ROOT, '.spark');

export const SUBMIT = join(HOME, 'bin', 'spark-submit');
export const PYTHON = join(HOME, 'bin', 'python');
export const JOB = join(ROOT, 'src', 'spark', 'neardup_spark.py');
/** The command `neardup`, as the package says. */
export const MAIN = join(ROOT, createRequire(import.meta.url)('neardup/package.json').bin.neardup);
export const WORKER = `${process.execPath} ${MAIN} worker`;
export const hasSpark = existsSync(SUBMIT);

/** The commands of PySpark find their home by the Python that they are to use. */
export const ENV = { ...process.env, PYSPARK_PYTHON: PYTHON };

/** A worker with faults, on executors. `folder` gets what it did. */
export function faultyWorker(faults, folder) {
  return `${process.execPath} ${join(ROOT, 'test', 'spark', 'faulty-worker.mjs')} ${faults} ${folder}`;
}

/** A short run is over before a better compiler is worth its time. */
const QUICK = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

/** Arguments of spark-submit before the job. */
export function settings(folder, master, more = {}) {
  const conf = {
    'spark.driver.extraJavaOptions': QUICK,
    'spark.executor.extraJavaOptions': QUICK,
    'spark.executor.memory': '768m',
    'spark.ui.enabled': 'false',
    'spark.sql.shuffle.partitions': '3',
    'spark.sql.ansi.enabled': 'true',
    'spark.local.dir': `${folder}/local`,
    'spark.sql.warehouse.dir': `${folder}/warehouse`,
    ...more,
  };
  const each = Object.entries(conf).flatMap(([name, value]) => ['--conf', `${name}=${value}`]);
  return ['--master', master, '--driver-memory', '768m', ...each];
}

/** Runs `neardup_spark.py`. Gives its exit code and output. */
export function submit(folder, master, args) {
  return run(SUBMIT, [...settings(folder, master), JOB, ...args]);
}

export const TWO_EXECUTORS = 'local-cluster[2,1,768]';

/** Runs a command. Gives its exit code and output; spark-submit puts what Python says on standard error onto standard output. */
export async function run(command, args) {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, { env: ENV, maxBuffer: 1 << 28 });
    return { code: 0, output: stderr + stdout };
  } catch (error) {
    return { code: error.code, output: `${error.stderr}${error.stdout}` };
  }
}

/** Starts a Spark Connect server; it is ready when its port answers. */
export async function startConnectServer(folder) {
  const port = await freePort();
  const server = 'org.apache.spark.sql.connect.service.SparkConnectServer';
  const conf = { 'spark.connect.grpc.binding.port': port };
  const args = ['--class', server, ...settings(folder, 'local[2]', conf)];
  const child = spawn(SUBMIT, args, { stdio: 'ignore', detached: true, env: ENV });
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) break;
    if (await answers(port)) return { address: `sc://127.0.0.1:${port}`, stop: () => end(child) };
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  end(child);
  throw new Error('the Spark Connect server did not start');
}

/** Starts a standalone cluster: a master and two workers, with one core each. */
export async function startCluster(folder) {
  const port = await freePort();
  const start = (name, ...args) =>
    spawn(
      join(HOME, 'bin', 'spark-class'),
      [`org.apache.spark.deploy.${name}`, '--host', '127.0.0.1', ...args],
      {
        stdio: 'ignore',
        detached: true,
        env: ENV,
      },
    );
  const master = start('master.Master', '--port', String(port), '--webui-port', '0');
  const url = `spark://127.0.0.1:${port}`;
  const size = ['--cores', '1', '--memory', '1g', '--webui-port', '0'];
  const workers = ['a', 'b'].map((name) =>
    start('worker.Worker', ...size, '--work-dir', join(folder, `worker-${name}`), url),
  );
  return {
    url,
    killMaster: () => end(master),
    stop: () => [master, ...workers].forEach(end),
  };
}

/** The lines of a folder that Spark has written, in order. */
export function linesIn(folder) {
  const parts = readdirSync(folder)
    .filter((name) => name.startsWith('part-'))
    .sort();
  return parts
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '');
}

/** Ends a process and those that it started. */
function end(child) {
  if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = open(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('close', () => socket.destroy());
    setTimeout(() => socket.end(), 100);
  });
}
