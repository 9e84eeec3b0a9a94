/** The Spark that the tests run: its commands, with little memory and two executors. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HOME = process.env.NEARDUP_SPARK ?? join(ROOT, '.spark');
const SUBMIT = join(HOME, 'bin', 'spark-submit');

export const WORKER = `${process.execPath} ${join(ROOT, 'dist', 'apps', 'cli', 'main.cjs')} worker`;
export const hasSpark = existsSync(SUBMIT);
export const mustRun = process.env.NEARDUP_REQUIRE_ALL === '1';

/** The commands of PySpark find their home by the Python that they are to use. */
const ENV = { ...process.env, PYSPARK_PYTHON: join(HOME, 'bin', 'python') };

const CONF = {
  'spark.executor.memory': '768m',
  'spark.ui.enabled': 'false',
  'spark.sql.shuffle.partitions': '3',
  'spark.sql.ansi.enabled': 'true',
};

function settings(folder: string, master: string): string[] {
  const conf = {
    ...CONF,
    'spark.local.dir': `${folder}/local`,
    'spark.sql.warehouse.dir': `${folder}/warehouse`,
  };
  const each = Object.entries(conf).flatMap(([name, value]) => ['--conf', `${name}=${value}`]);
  return ['--master', master, '--driver-memory', '768m', ...each];
}

/** Runs `neardup_spark.py` on two executors. Gives its exit code and output. */
export async function submit(folder: string, args: readonly string[]) {
  const job = join(ROOT, 'src', 'spark', 'neardup_spark.py');
  const command = [...settings(folder, 'local-cluster[2,1,768]'), job, ...args];
  const run = promisify(execFile)(SUBMIT, command, { env: ENV, maxBuffer: 1 << 28 });
  // spark-submit puts what Python says on standard error onto standard output
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, output: stderr + stdout }),
    (error) => ({ code: error.code as number, output: `${error.stderr}${error.stdout}` }),
  );
}

/** Starts a Spark Connect server; it is ready when its port answers. */
export async function startConnectServer(folder: string, port: number): Promise<ChildProcess> {
  const server = 'org.apache.spark.sql.connect.service.SparkConnectServer';
  const args = [
    '--class',
    server,
    ...settings(folder, 'local[2]'),
    '--conf',
    `spark.connect.grpc.binding.port=${port}`,
  ];
  const child = spawn(SUBMIT, args, { stdio: 'ignore', detached: true, env: ENV });
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) break;
    if (await answers(port)) return child;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the Spark Connect server did not start');
}

/** Ends a process and those that it started. */
export function end(child: ChildProcess | undefined): void {
  if (child?.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('close', () => socket.destroy());
    setTimeout(() => socket.end(), 100);
  });
}
