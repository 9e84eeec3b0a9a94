// A collection on a cluster under fire, on three real nodes (node test/soak/check-opensearch.mjs [races|nodes|writers [COUNT]]):
//   races    4 processes add variants of COUNT texts (3,000) at the same time: exactly one of each stays
//   nodes    a node is killed (kill -9) in the middle of bulks, COUNT times (6), and started again: nothing that was answered is lost, and no
//            document was left out for one that did not stay
//   writers  a process is killed in the middle of bulks, COUNT times (6): the others go on, and nothing that it was answered is lost
// A quick form of each is in test/opensearch.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openClusterCollection } from '../../dist/library/opensearch.js';
import { raceText } from './check-redis.mjs';
import { OpenSearchCluster } from './opensearch-nodes.mjs';

const TOGETHER = 64;
const OPENING = { retrySeconds: 120, requestSeconds: 20, leaseSeconds: 4, threads: 1 };

/** Adds variants of texts by several processes at once. Returns what is wrong: nothing, if exactly one of each stayed. */
export async function race(cluster, { texts, processes = 4, name = 'race' }) {
  await made(cluster, name);
  const writers = Array.from(
    { length: processes },
    (_, variant) => new Writer(cluster.address(name), { variant, texts }),
  );
  const answers = await Promise.all(writers.map((writer) => writer.end()));
  const kept = answers.flat().filter(({ state }) => state === 'added');
  const wrong = await verify(cluster, name, answers.flat());
  if (kept.length !== texts) wrong.push(`${kept.length} of ${texts} texts stayed`);
  return { wrong, winners: answers.map((own) => own.filter(({ state }) => state === 'added').length) };
}

/** Kills a node, or a process that writes, while documents are added. */
export async function kill(cluster, { what, name, seconds = 10, processes = 3, index = 0 }) {
  await made(cluster, name);
  const writers = Array.from(
    { length: processes },
    (_, variant) => new Writer(cluster.address(name), { variant, seconds }),
  );
  const killed = writers[index % processes];
  const ends = writers.map((writer) => writer.end(what === 'writer' && writer === killed));
  await pause(0.4 * seconds * (0.5 + Math.random()));
  if (what === 'node') {
    const node = cluster.nodes[index % cluster.nodes.length];
    await node.kill();
    await pause(0.2 * seconds);
    node.launch();
  } else killed.child.kill('SIGKILL');
  const answers = (await Promise.all(ends)).flat();
  await cluster.ready(cluster.nodes.length, 'green');
  return {
    answered: answers.filter(({ state }) => state !== 'error').length,
    errors: answers.filter(({ state }) => state === 'error').map(({ message }) => message),
    wrong: await verify(cluster, name, answers),
  };
}

async function made(cluster, name) {
  const create = { shards: 3, copies: Math.min(1, cluster.nodes.length - 1) };
  await (await openClusterCollection(cluster.address(name), { ...OPENING, create })).close();
  await cluster.ready(cluster.nodes.length, 'green');
}

/** Every document that was answered is there and found by its text, what it was left out for is there, and no two that are alike. */
async function verify(cluster, name, answers) {
  const wrong = [];
  const collection = await openClusterCollection(cluster.address(name), OPENING);
  const stored = new Map();
  for await (const { id, text } of collection.documents()) stored.set(id, text);
  for (const { id, state, of } of answers) {
    if (state === 'added' && !stored.has(id)) wrong.push(`${id} was added, and is gone`);
    if (state === 'duplicate' && !stored.has(of))
      wrong.push(`${id} was left out for ${of}, which is not there`);
  }
  const all = [...stored];
  for (let at = 0; at < all.length; at += 256) {
    const some = all.slice(at, at + 256);
    const found = await collection.checkTogether(some.map(([, text]) => ({ text })));
    for (const [i, { pairs }] of found.entries()) {
      const ids = pairs.map(({ b }) => b);
      if (ids.join() !== some[i][0]) wrong.push(`${some[i][0]} is like ${ids.join(', ') || 'nothing'}`);
    }
  }
  await collection.close();
  return wrong;
}

/** A process that adds documents, in the order of their texts. */
class Writer {
  answers = [];

  constructor(url, task) {
    this.child = fork(fileURLToPath(import.meta.url), ['add']);
    this.child.send({ url, ...task });
    this.child.on('message', (message) => this.answers.push(...message));
  }

  /** What it was answered. @param isKilled Whether it may end early. */
  async end(isKilled = false) {
    const [code] = await once(this.child, 'exit');
    if (code !== 0 && !isKilled) throw new Error(`a writer ended with ${code}`);
    return this.answers;
  }
}

function pause(seconds) {
  return new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
}

async function write({ url, variant, texts = Number.POSITIVE_INFINITY, seconds = 1e6 }) {
  const collection = await openClusterCollection(url, OPENING);
  const end = Date.now() + 1000 * seconds;
  for (let at = 0; at < texts && Date.now() < end; at += TOGETHER) {
    const some = Array.from({ length: Math.min(TOGETHER, texts - at) }, (_, i) => ({
      id: `t${at + i}.${variant}`,
      text: raceText(at + i, variant),
    }));
    try {
      const answers = await collection.add(some, { onDuplicate: 'skip' });
      process.send(answers.map(({ id, state, duplicateOf }) => ({ id, state, of: duplicateOf?.b })));
    } catch (error) {
      process.send([{ state: 'error', message: error.message }]);
    }
  }
  await collection.close();
}

if (process.argv[2] === 'add' && process.send !== undefined) {
  const [task] = await once(process, 'message');
  await write(task);
  process.disconnect();
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [what, count] = process.argv.slice(2);
  const cluster = await OpenSearchCluster.start(3, { quick: false });
  const report = (name, { wrong, ...more }) => {
    if (wrong.length > 0) process.exitCode = 1;
    console.log(
      name,
      JSON.stringify(more),
      wrong.length === 0 ? 'nothing is wrong' : `${wrong.length} wrong:`,
    );
    for (const each of wrong.slice(0, 10)) console.log(`  ${each}`);
  };
  try {
    if (what === undefined || what === 'races')
      report('races', await race(cluster, { texts: Number(count ?? 3000) }));
    for (const each of ['node', 'writer']) {
      if (what !== undefined && what !== `${each}s`) continue;
      for (let index = 0; index < Number(count ?? 6); index++)
        report(`${each} ${index}`, await kill(cluster, { what: each, name: `${each}${index}`, index }));
    }
  } finally {
    await cluster.stop();
  }
}
