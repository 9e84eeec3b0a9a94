// Check and add with `neardup/redis`, and datasketch.
//
// The shared index in Redis beside datasketch's Redis storage: bytes and CPU a document, of the client and of the servers, in one run.
// Every document is checked and added. Needs redis-server; datasketch and redis-py come from .ci/install-peers.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openSharedIndex } from '../../dist/redis/index.js';
import { hasRedis, RedisCluster, RedisServer } from '../../test/soak/redis-servers.mjs';
import { PEERS_FOLDER } from '../data/peers.mjs';

export async function run(emit, { quick }) {
  if (!hasRedis()) return console.error('bench: redis-server 7 is missing (.ci/install-system-packages)');
  const documents = makeDocuments(quick ? 2000 : 20_000);
  for (const replicas of [0, 1]) {
    const cluster = await RedisCluster.start();
    try {
      const servers = cluster.servers.map((server) => ({ server, role: server.info('role') }));
      emit(
        await measure(`cluster, ${replicas} replicas confirm`, cluster.urls, servers, documents, {
          replicas,
        }),
      );
    } finally {
      await cluster.stop();
    }
  }
  const single = await RedisServer.start();
  try {
    emit(await measure('one server', single.url, [{ server: single, role: 'master' }], documents));
    single.cli('FLUSHALL');
    // it takes milliseconds a document
    datasketch(emit, single, documents.slice(0, quick ? 200 : 2000));
  } finally {
    await single.stop();
  }
}

async function measure(name, urls, servers, documents, options = {}) {
  const index = await openSharedIndex(urls, { expected: documents.length, ...options });
  // the first calls compile
  await index.add(
    documents
      .slice(0, 256)
      .map(({ text }, i) => ({ id: `first${i}`, text: text.split(' ').reverse().join(' ') })),
  );
  const before = usage(servers);
  const cpu = process.cpuUsage();
  const start = performance.now();
  const answers = await index.add(documents, { onDuplicate: 'skip' });
  const seconds = (performance.now() - start) / 1000;
  const client = process.cpuUsage(cpu);
  const after = usage(servers);
  await index.close();
  const each = (value) => Math.round(value / documents.length);
  return {
    case: `${name}: check and add`,
    value: documents.length / seconds,
    unit: 'documents/s',
    threads: 1,
    documents: documents.length,
    duplicates: answers.filter(({ state }) => state === 'duplicate').length,
    'client µs': each(client.user + client.system),
    'masters µs': each(1e6 * (after.masterCpu - before.masterCpu)),
    'replicas µs': each(1e6 * (after.replicaCpu - before.replicaCpu)),
    'bytes each': Math.round(
      (after.memory - before.memory) / answers.filter(({ state }) => state === 'added').length,
    ),
  };
}

/** CPU seconds of masters and replicas, and bytes of the masters. */
function usage(servers) {
  const sum = (role, ...names) =>
    servers
      .filter((each) => (each.role === 'master') === (role === 'master'))
      .reduce(
        (total, { server }) => total + names.reduce((all, name) => all + Number(server.info(name)), 0),
        0,
      );
  const cpu = ['used_cpu_user', 'used_cpu_sys'];
  // what a connection or a replica takes does not grow with the documents
  const fixed = ['mem_replication_backlog', 'mem_clients_normal', 'mem_clients_slaves'];
  return {
    masterCpu: sum('master', ...cpu),
    replicaCpu: sum('replica', ...cpu),
    memory: sum('master', 'used_memory') - sum('master', ...fixed),
  };
}

function datasketch(emit, server, documents) {
  const script = fileURLToPath(new URL('../peers/run_datasketch_redis.py', import.meta.url));
  const input = documents.map(({ id, text }) => JSON.stringify({ id, text })).join('\n');
  const args = [script, String(server.port)];
  try {
    const output = execFileSync(`${PEERS_FOLDER}/python/bin/python`, args, {
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 24,
    });
    emit(JSON.parse(output));
  } catch (error) {
    console.error(
      `bench: datasketch is left out: ${String(error.message).split('\n')[0]} (.ci/install-peers)`,
    );
  }
}

/** 300 words each, drawn from 20,000; one in five is a copy of an earlier one with a few words changed. */
export function makeDocuments(count) {
  let seed = 1;
  const random = (below) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % below;
  };
  const documents = [];
  for (let i = 0; i < count; i++) {
    const isCopy = i > 0 && i % 5 === 0;
    const words = isCopy
      ? documents[random(i)].text.split(' ')
      : Array.from({ length: 300 }, () => `word${random(20_000)}`);
    if (isCopy) for (let edit = 0; edit < 5; edit++) words[random(words.length)] = `edit${random(1e6)}`;
    documents.push({ id: `d${i}`, text: words.join(' ') });
  }
  return documents;
}
