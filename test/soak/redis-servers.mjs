// Real Redis servers for tests and benchmarks, in temporary folders: a single one, or a cluster of three masters with a replica each.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class RedisServer {
  /** @param file The configuration of a Sentinel, which writes into it. */
  constructor(port, folder, args, file = []) {
    this.port = port;
    this.folder = folder;
    this.args = args;
    this.child = launch(port, folder, args, file);
  }

  static async start(args = []) {
    const folder = await mkdtemp(join(tmpdir(), 'neardup-redis-'));
    for (;;) {
      const server = new RedisServer(await freePort(), folder, args);
      await server.ready();
      // another process may have taken the port meanwhile: then the one that answers is not ours
      if (server.info('process_id') === String(server.child.pid)) return server;
    }
  }

  /** A Sentinel that watches one master alone. */
  static async startSentinel(name, port) {
    const folder = await mkdtemp(join(tmpdir(), 'neardup-sentinel-'));
    const file = join(folder, 'sentinel.conf');
    // it asks once a second: within one, a master that was just promoted would count as down, and an empty one take its place
    const watch = [`monitor ${name} 127.0.0.1 ${port} 1`, `down-after-milliseconds ${name} 4000`];
    await writeFile(file, watch.map((line) => `sentinel ${line}\n`).join(''));
    const server = new RedisServer(await freePort(), folder, ['--sentinel'], [file]);
    await server.ready();
    return server;
  }

  get url() {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** The answer of redis-cli, as text. */
  cli(...args) {
    return execFileSync('redis-cli', ['-p', String(this.port), ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  }

  /** A value that INFO gives. */
  info(name) {
    return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(this.cli('INFO', 'everything'))?.[1] ?? '';
  }

  async kill(signal = 'SIGKILL') {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill(signal);
    await ended;
  }

  /** Starts it again after `kill`. */
  async restart() {
    this.child = launch(this.port, this.folder, this.args);
    await this.ready();
  }

  async stop() {
    this.child.kill('SIGCONT');
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  async ready() {
    await until(() => {
      try {
        return this.cli('PING') === 'PONG';
      } catch {
        return false;
      }
    });
  }
}

/** Three masters and their replicas. */
export class RedisCluster {
  constructor(servers) {
    this.servers = servers;
  }

  /** @param timeout Milliseconds after which a server is taken for dead by the others. */
  static async start(timeout = 5000) {
    const args = [
      '--cluster-enabled',
      'yes',
      '--cluster-node-timeout',
      String(timeout),
      '--repl-diskless-sync-delay',
      '0',
    ];
    const servers = await Promise.all(Array.from({ length: 6 }, () => RedisServer.start(args)));
    const hosts = servers.map(({ port }) => `127.0.0.1:${port}`);
    execFileSync('redis-cli', ['--cluster', 'create', ...hosts, '--cluster-replicas', '1', '--cluster-yes']);
    const cluster = new RedisCluster(servers);
    await cluster.whole();
    return cluster;
  }

  get urls() {
    return this.servers.map(({ url }) => url);
  }

  get masters() {
    return this.alive.filter((server) => server.info('role') === 'master');
  }

  get alive() {
    return this.servers.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  }

  /** The replica of a master. */
  replicaOf(master) {
    const found = this.alive.find(
      (server) => server.info('role') === 'slave' && server.info('master_port') === String(master.port),
    );
    if (found === undefined) throw new Error(`no replica of ${master.port}`);
    return found;
  }

  /** Waits until all slots have a master, and every master has a replica that is linked. */
  async whole() {
    await until(
      () =>
        this.alive.every((server) => server.cli('CLUSTER', 'INFO').includes('cluster_state:ok')) &&
        this.alive.every(
          (server) => server.info('role') === 'master' || server.info('master_link_status') === 'up',
        ) &&
        this.masters.length === 3 &&
        this.masters.every((server) => server.info('connected_slaves') === '1'),
    );
  }

  async stop() {
    await Promise.all(this.servers.map((server) => server.stop()));
  }
}

/** Whether Redis 7 is installed. */
export function hasRedis() {
  try {
    return /v=(\d+)/.exec(execFileSync('redis-server', ['--version'], { encoding: 'utf8' }))[1] >= '7';
  } catch {
    return false;
  }
}

export async function until(condition, seconds = 300) {
  const end = Date.now() + 1000 * seconds;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function launch(port, folder, args, file = []) {
  const own = [
    '--port',
    String(port),
    '--dir',
    folder,
    ...(file.length > 0 ? [] : ['--save', '', '--appendonly', 'no']),
    '--loglevel',
    'warning',
  ];
  return spawn('redis-server', [...file, ...own, ...args], { stdio: 'ignore' });
}

/** A port that is free, as is the one of the cluster bus, 10,000 above it. */
async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(20_000 * Math.random());
    if ((await isFree(port)) && (await isFree(port + 10_000))) return port;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
