// A collection in a folder, in Redis and on OpenSearch: processor time of client and server for each add and check, and bytes.
//
// The documents of the task `redis`, added with `skip` in calls of 256 and then one by one, then checked 64 together and one by one. The servers
// are warm: they had as many other documents before, some of them one by one. Needs redis-server and .ci/install-opensearch.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCollection } from '../../dist/library/index.js';
import { openClusterCollection } from '../../dist/library/opensearch.js';
import { openSharedIndex } from '../../dist/library/redis.js';
import { hasOpenSearch, OpenSearchCluster } from '../../test/soak/opensearch-nodes.mjs';
import { hasRedis, RedisServer } from '../../test/soak/redis-servers.mjs';
import { makeDocuments } from './redis.mjs';

const A_CALL = 256;
const CHECKED_TOGETHER = 64;

export async function run(emit, { quick }) {
  const documents = makeDocuments(quick ? 1024 : 10_240);
  const warm = documents.map(({ id, text }) => ({ id: `warm-${id}`, text: text.replaceAll('word', 'warm') }));
  await inFolder(emit, documents, warm);
  if (hasRedis()) await inRedis(emit, documents, warm);
  else console.error('bench: redis-server 7 is missing (.ci/install-system-packages)');
  if (hasOpenSearch) await onCluster(emit, documents, warm);
  else console.error('bench: OpenSearch is missing (.ci/install-opensearch)');
}

async function inFolder(emit, documents, warm) {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-bench-'));
  try {
    const collection = await openCollection(join(folder, 'c'), { create: true, threads: 1 });
    await warmUp(collection, warm);
    const before = collection.info().bytes;
    await measure(emit, 'folder', collection, documents, () => 0);
    emit(room('folder', collection.info().bytes - before, documents));
    await collection.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function inRedis(emit, documents, warm) {
  const server = await RedisServer.start();
  try {
    const index = await openSharedIndex(server.url, { expected: 2 * documents.length });
    await warmUp(index, warm);
    const cpu = () => Number(server.info('used_cpu_user')) + Number(server.info('used_cpu_sys'));
    const before = Number(server.info('used_memory'));
    await measure(emit, 'Redis', index, documents, cpu);
    emit(room('Redis (memory)', Number(server.info('used_memory')) - before, documents));
    await index.close();
  } finally {
    await server.stop();
  }
}

async function onCluster(emit, documents, warm) {
  const cluster = await OpenSearchCluster.start(1, { heap: 1024, quick: false });
  try {
    for (const indexes of [[], ['passages']]) {
      const name = ['OpenSearch', ...indexes].join(', ');
      const create = { indexes, shards: 1, copies: 0 };
      const index = `bench${indexes.join('')}`;
      const collection = await openClusterCollection(cluster.address(index), { create, threads: 1 });
      await warmUp(collection, warm);
      const bytes = async () => {
        await collection.merge();
        await cluster.ask('POST', `/${index}/_flush`);
        return (await collection.info()).bytes;
      };
      const before = await bytes();
      await measure(emit, name, collection, documents, () => cluster.cpu());
      emit(room(name, (await bytes()) - before, documents));
      await collection.close();
    }
  } finally {
    await cluster.stop();
  }
}

/** As many documents as are measured, some of them one by one. */
async function warmUp(index, warm) {
  const single = warm.length >> 4;
  await index.add(warm.slice(single));
  for (const each of warm.slice(0, single)) {
    await index.add([each]);
    await index.check({ text: each.text });
  }
}

/** @param serverCpu Seconds that the servers have used. */
async function measure(emit, name, index, documents, serverCpu) {
  const skip = { onDuplicate: 'skip' };
  const single = Math.min(500, documents.length >> 2);
  const [many, few] = [documents.slice(0, -single), documents.slice(-single)];
  const texts = documents.slice(-1024).map(({ text }) => ({ text: `${text} one more` }));
  const phase = async (title, count, work) => {
    const [cpu, server, start] = [process.cpuUsage(), serverCpu(), performance.now()];
    const found = await work();
    const { user, system } = process.cpuUsage(cpu);
    emit({
      case: `${name}: ${title}`,
      value: count / ((performance.now() - start) / 1000),
      unit: 'documents/s',
      threads: 1,
      'client µs': Math.round((user + system) / count),
      'server µs': Math.round((1e6 * (serverCpu() - server)) / count),
      ...found,
    });
  };
  const duplicates = (answers) => ({
    duplicates: answers.filter(({ state }) => state === 'duplicate').length,
  });
  await phase(`add, ${A_CALL} a call`, many.length, async () => {
    const answers = [];
    for (let at = 0; at < many.length; at += A_CALL)
      answers.push(...(await index.add(many.slice(at, at + A_CALL), skip)));
    return duplicates(answers);
  });
  await phase('add, one by one', few.length, async () => {
    const answers = [];
    for (const each of few) answers.push(...(await index.add([each], skip)));
    return duplicates(answers);
  });
  const matches = (answers) => ({ found: answers.filter(({ pairs }) => pairs.length > 0).length });
  await phase(`check, ${CHECKED_TOGETHER} together`, texts.length, async () => {
    const answers = [];
    for (let at = 0; at < texts.length; at += CHECKED_TOGETHER)
      answers.push(
        ...(await Promise.all(texts.slice(at, at + CHECKED_TOGETHER).map((text) => index.check(text)))),
      );
    return matches(answers);
  });
  await phase('check, one by one', single, async () => {
    const answers = [];
    for (const text of texts.slice(-single)) answers.push(await index.check(text));
    return matches(answers);
  });
}

function room(name, bytes, documents) {
  // one in five is left out as a copy
  return {
    case: `${name}: room`,
    value: Math.round(bytes / (0.8 * documents.length)),
    unit: 'bytes/document',
  };
}
