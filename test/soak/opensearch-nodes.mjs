// Real OpenSearch nodes for tests and benchmarks (`.ci/install-opensearch`), in temporary folders on loopback: one, or a cluster of several.
import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOME = process.env.NEARDUP_OPENSEARCH ?? fileURLToPath(new URL('../../.opensearch', import.meta.url));
/** It refuses to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
/** A test is over before a better compiler is worth its time. */
const QUICK = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

export const hasOpenSearch = existsSync(join(HOME, 'lib'));

export class OpenSearchCluster {
  /** @param folder Of all nodes, with the program that they run. */
  constructor(folder, nodes) {
    this.folder = folder;
    this.nodes = nodes;
  }

  /** @param options `heap`: megabytes of each node. `quick`: false for the compiler of a server. `settings`: lines of opensearch.yml. */
  static async start(count = 1, { heap = 512, quick = true, settings = [] } = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'neardup-opensearch-'));
    // the user who runs it may not be allowed to see the folder of the repository
    const program = join(folder, 'program');
    cpSync(HOME, program, { recursive: true });
    const ports = await freePorts(2 * count);
    const names = Array.from({ length: count }, (_, i) => `node${i}`);
    const seeds = ports.slice(count).map((port) => `127.0.0.1:${port}`);
    const nodes = names.map((name, i) => {
      const config = [
        'cluster.name: neardup-test',
        `node.name: ${name}`,
        'network.host: 127.0.0.1',
        `http.port: ${ports[i]}`,
        `transport.port: ${ports[count + i]}`,
        `path.data: ${folder}/${name}/data`,
        `path.logs: ${folder}/${name}/logs`,
        // a busy machine has little space left on its disk
        ...(settings.some((line) => line.startsWith('cluster.routing.allocation.disk'))
          ? []
          : ['cluster.routing.allocation.disk.threshold_enabled: false']),
        ...(count === 1
          ? ['discovery.type: single-node']
          : [
              `discovery.seed_hosts: [${seeds.join(', ')}]`,
              `cluster.initial_${isElastic() ? 'master' : 'cluster_manager'}_nodes: [${names.join(', ')}]`,
            ]),
        ...settings,
      ];
      return new OpenSearchNode({ name, port: ports[i], folder, program, config, heap, quick });
    });
    own(folder);
    const cluster = new OpenSearchCluster(folder, nodes);
    try {
      for (const node of nodes) node.launch();
      await cluster.ready(count);
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  get alive() {
    return this.nodes.filter(({ isAlive }) => isAlive);
  }

  /** The address of an index. */
  address(index) {
    return `opensearch://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${index}`;
  }

  /** A request to a node that is alive. */
  async ask(method, path, body) {
    const [node] = this.alive;
    const response = await fetch(`http://127.0.0.1:${node.port}${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    return response.json();
  }

  /** Waits until so many nodes have found each other. @param status Also until all shards (`green`) or all primary ones (`yellow`) are there. */
  async ready(count = this.alive.length, status = 'yellow') {
    const end = Date.now() + 240_000;
    for (;;) {
      const health = await this.ask(
        'GET',
        `/_cluster/health?wait_for_nodes=${count}&wait_for_status=${status}&timeout=5s`,
      ).catch(() => undefined);
      if (health?.timed_out === false) return;
      const ended = this.nodes.find((node) => node.child !== undefined && !node.isAlive && !node.isKilled);
      if (ended !== undefined) throw new Error(`${ended.name} has ended: ${ended.output.slice(-2000)}`);
      if (Date.now() > end) throw new Error(`the cluster is not ready: ${JSON.stringify(health)}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  /** Seconds of processor time that all nodes have used. */
  cpu() {
    return this.alive.reduce((sum, { child }) => sum + cpuOf(child.pid), 0);
  }

  async stop() {
    await Promise.all(this.nodes.map((node) => node.kill()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

class OpenSearchNode {
  output = '';
  isKilled = false;

  constructor({ name, port, folder, program, config, heap, quick }) {
    this.name = name;
    this.port = port;
    this.conf = join(folder, name, 'config');
    this.folder = folder;
    this.program = program;
    this.options = [`-Xms${heap}m`, `-Xmx${heap}m`, ...(quick ? QUICK : [])].join(' ');
    mkdirSync(this.conf, { recursive: true });
    cpSync(join(program, 'config'), this.conf, { recursive: true });
    // theirs writes a log of the collector into the folder of the program
    writeFileSync(join(this.conf, 'jvm.options'), '18-:-Djava.security.manager=allow\n');
    writeFileSync(join(this.conf, `${programName()}.yml`), `${config.join('\n')}\n`);
  }

  get isAlive() {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  launch() {
    const prefix = isElastic() ? 'ES' : 'OPENSEARCH';
    this.isKilled = false;
    this.child = spawn(join(this.program, 'bin', programName()), [], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: this.folder,
      env: {
        ...process.env,
        HOME: this.folder,
        JAVA_HOME: javaHome(),
        [`${prefix}_JAVA_HOME`]: javaHome(),
        [`${prefix}_PATH_CONF`]: this.conf,
        [`${prefix}_JAVA_OPTS`]: this.options,
      },
      ...NOBODY,
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on('data', (data) => {
        this.output = (this.output + data).slice(-10_000);
      });
  }

  async kill(signal = 'SIGKILL') {
    this.isKilled = true;
    if (!this.isAlive) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGCONT');
    this.child.kill(signal);
    await ended;
  }
}

/** Where Java is that the shell finds, or that `JAVA_HOME` names. */
function javaHome() {
  if (process.env.JAVA_HOME !== undefined) return process.env.JAVA_HOME;
  return dirname(dirname(realpathSync(execFileSync('which', ['java'], { encoding: 'utf8' }).trim())));
}

function isElastic() {
  return existsSync(join(HOME, 'bin', 'elasticsearch'));
}

/** The name of the program and of its settings. */
function programName() {
  return isElastic() ? 'elasticsearch' : 'opensearch';
}

/** Gives everything to the user who runs the nodes. */
function own(folder) {
  if (NOBODY.uid === undefined) return;
  chownSync(folder, NOBODY.uid, NOBODY.gid);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!join(entry.parentPath, entry.name).startsWith(join(folder, 'program')))
      chownSync(join(entry.parentPath, entry.name), NOBODY.uid, NOBODY.gid);
  }
}

/** Seconds of processor time of a process and its children. */
function cpuOf(pid) {
  let ticks = 0;
  for (const each of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${each}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(each) === pid || Number(fields[1]) === pid) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // it has ended
    }
  }
  return ticks / 100;
}

async function freePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve) => {
          const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
