// The shared index under fire, on a real Redis Cluster (node test/soak/check-redis.mjs [races|failover|leftovers [COUNT]]):
//   races      4 processes add variants of COUNT texts (10,000) at the same time: exactly one of each stays
//   failover   a master is killed (kill -9) under load, COUNT times (6), half of them with its replica cut off before: nothing that was
//              acknowledged with WAIT is lost, and no document was removed for one that did not stay
//   leftovers  expiry and removal of COUNT documents (2,000) leave no keys behind
// A quick form of each is in test/redis.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openSharedIndex } from '../../dist/redis/index.js';
import { RedisCluster, until } from './redis-servers.mjs';

/** 150 words that resemble no other text's; variant 0 is the original, others differ in one word. */
export function raceText(number, variant = 0) {
  let seed = (number + 1) * 2654435761;
  const words = Array.from({ length: 150 }, () => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return `w${(seed >>> 8) % 50_000}`;
  });
  if (variant > 0) words[(variant * 37) % words.length] = `variant${variant}`;
  return words.join(' ');
}

/** Adds variants of texts by several processes at once. Returns what is wrong: nothing, if exactly one of each stayed. */
export async function race(urls, { processes = 4, texts, name = `race${process.pid}`, options = {} }) {
  const settings = { name, expected: 10_000, ...options };
  await (await openSharedIndex(urls, settings)).close();
  const answers = await runChildren(processes, (variant) => ({
    task: 'race',
    urls,
    settings,
    texts,
    variant,
  }));
  const wrong = [];
  const winners = new Array(processes).fill(0);
  for (let number = 0; number < texts; number++) {
    const all = answers.map((list) => list[number]);
    const kept = all.filter(({ state }) => state === 'added');
    if (kept.length !== 1) wrong.push(`text ${number}: ${kept.length} stayed`);
    for (const { state, id, of } of all) {
      if (state === 'added') continue;
      if (state !== 'duplicate' || of !== kept[0]?.id)
        wrong.push(`${id}: ${state} of ${of}, not of ${kept[0]?.id}`);
    }
    winners[all.indexOf(kept[0])]++;
  }
  const index = await openSharedIndex(urls, { name });
  const { documents } = await index.info();
  if (documents !== texts) wrong.push(`${documents} documents are stored, not ${texts}`);
  const { postings } = await index.expire();
  if (postings !== 0) wrong.push(`${postings} postings lead nowhere`);
  await index.close();
  return { wrong, winners };
}

/** Kills a master under load and starts it again. Returns what is wrong. */
export async function failover(cluster, { round, behind, processes = 2, replicas = 1 }) {
  const settings = { name: `failover${process.pid}.${round}`, expected: 10_000, replicas, retrySeconds: 60 };
  await (await openSharedIndex(cluster.urls, settings)).close();
  const { urls } = cluster;
  const task = (variant) => ({ task: 'load', urls, settings, seconds: 20, variant });
  const answers = await runChildren(processes, task, async () => {
    await pause(5);
    await cluster.whole();
    const master = cluster.masters[round % 3];
    const replica = cluster.replicaOf(master);
    if (behind) {
      // the replica hears nothing of the last second, not even what is on its way
      replica.child.kill('SIGSTOP');
      master.cli('CLIENT', 'KILL', 'TYPE', 'replica');
      await pause(1);
    }
    await master.kill();
    replica.child.kill('SIGCONT');
    await until(() => replica.info('role') === 'master');
    // from now on it is the replica of its replica
    await master.restart();
  });
  await cluster.whole();
  const all = answers.flat();
  return { answers: all.length, ...(await verifyLoad(cluster, settings, all)) };
}

function pause(seconds) {
  return new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
}

/** Every acknowledged document is there, found by its text; every skipped one was skipped for a document that is there. */
async function verifyLoad(cluster, settings, answers) {
  const wrong = [];
  const index = await openSharedIndex(cluster.urls, settings);
  let lost = 0;
  const refused = answers.filter(({ state }) => state === 'error');
  for (const { id, state, of, text } of answers) {
    if (state === 'error') continue;
    const id_ = state === 'duplicate' ? of : id;
    const found = await index.check({ id: id_ }).catch(() => undefined);
    if (found === undefined) {
      lost++;
      wrong.push(`${id_} (${state}, acknowledged) is not there`);
    } else if (state === 'added' && (await index.check({ text: raceText(...text) })).pairs.length === 0) {
      wrong.push(`${id} is not found by its text`);
    }
  }
  await index.close();
  return { wrong, lost, errors: refused.length, firstError: refused[0]?.message };
}

/** Adds documents that expire, and others that are removed, and counts the keys that are left. */
export async function leftovers(cluster, count) {
  const keysOf = (name) =>
    cluster.masters
      .flatMap((master) => master.cli('--scan', '--pattern', `${name}:*`).split('\n'))
      .filter((key) => key !== '' && !key.endsWith(':settings'));
  const documents = Array.from({ length: count }, (_, i) => ({ id: `d${i}`, text: raceText(i >> 1, i & 1) }));
  const wrong = [];
  const removed = await openSharedIndex(cluster.urls, { name: `removed${process.pid}`, expected: 10_000 });
  await removed.add(documents);
  await removed.remove(documents.map(({ id }) => id));
  const left = keysOf(`removed${process.pid}`);
  if (left.length > 0) wrong.push(`${left.length} keys are left after removal, such as ${left[0]}`);
  await removed.close();
  const expiring = await openSharedIndex(cluster.urls, {
    name: `expiring${process.pid}`,
    expected: 10_000,
    expireAfter: 4,
  });
  await expiring.add(documents);
  // those that are seen again live on for a while, in the buckets of a later epoch perhaps
  await expiring.add(documents, { onDuplicate: 'skip', refresh: true });
  const before = keysOf(`expiring${process.pid}`).length;
  // a document lives one epoch, its buckets two more: by then all keys must have gone by themselves
  await until(() => keysOf(`expiring${process.pid}`).length === 0, 60).catch((error) =>
    wrong.push(error.message),
  );
  if ((await expiring.check({ text: raceText(0) })).pairs.length > 0)
    wrong.push('an expired document was found');
  await expiring.close();
  return { wrong, before };
}

/** Runs a task in several processes; all of them begin every step of it together. */
async function runChildren(count, taskOf, whileRunning = async () => {}) {
  let meanwhile;
  const children = Array.from({ length: count }, (_, variant) => {
    const child = fork(fileURLToPath(import.meta.url), ['child']);
    child.setMaxListeners(0);
    child.send(taskOf(variant));
    return child;
  });
  try {
    for (;;) {
      const messages = await Promise.all(children.map(nextMessage));
      if (messages[0] !== 'ready') {
        await meanwhile;
        return messages;
      }
      for (const child of children) child.send('go');
      meanwhile ??= whileRunning();
    }
  } finally {
    for (const child of children) child.kill();
  }
}

async function nextMessage(child) {
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`a process ended with ${code}`)),
  );
  const [message] = await Promise.race([once(child, 'message'), ended]);
  return message;
}

/** Waits until all processes have come here. */
async function meet() {
  const told = once(process, 'message');
  process.send('ready');
  await told;
}

const RACES_AT_A_TIME = 128;
/** Documents that one process adds at the same time, under load. */
const LANES = 8;

const TASKS = {
  /** All texts, in the same order in every process. */
  async race(index, { texts, variant }) {
    const answers = [];
    for (let at = 0; at < texts; at += RACES_AT_A_TIME) {
      const some = Array.from({ length: Math.min(RACES_AT_A_TIME, texts - at) }, (_, i) => ({
        id: `t${at + i}.${variant}`,
        text: raceText(at + i, variant),
      }));
      await meet();
      for (const { id, state, duplicateOf } of await index.add(some, { onDuplicate: 'skip' })) {
        answers.push({ id, state, of: duplicateOf?.b });
      }
    }
    return answers;
  },
  /** Documents until the time is over; what fails is noted with its message. */
  async load(index, { seconds, variant }) {
    await meet();
    const answers = [];
    const end = Date.now() + 1000 * seconds;
    let number = 0;
    const lane = async () => {
      while (Date.now() < end) {
        // one text in four is a variant of what the other processes add
        const own = number++;
        const text = own % 4 === 0 ? [own, variant] : [1e6 * (1 + variant) + own, 0];
        const id = `${variant}.${own}`;
        try {
          const [answer] = await index.add([{ id, text: raceText(...text) }], { onDuplicate: 'skip' });
          answers.push({ id, state: answer.state, of: answer.duplicateOf?.b, text });
        } catch (error) {
          answers.push({ id, state: 'error', message: error.message });
        }
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return answers;
  },
};

if (process.argv[2] === 'child') {
  const [task] = await once(process, 'message');
  const index = await openSharedIndex(task.urls, task.settings);
  const answers = await TASKS[task.task](index, task);
  await index.close();
  process.send(answers);
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [what, count] = process.argv.slice(2);
  const cluster = await RedisCluster.start();
  let failed = false;
  const report = (name, { wrong, ...more }) => {
    failed ||= wrong.length > 0;
    console.log(
      name,
      JSON.stringify(more),
      wrong.length === 0 ? 'nothing is wrong' : `${wrong.length} wrong:`,
    );
    for (const each of wrong.slice(0, 10)) console.log(`  ${each}`);
  };
  try {
    if (what === undefined || what === 'races') {
      const texts = Number(count ?? 10_000);
      const start = performance.now();
      report(`${texts} races of 4 processes`, await race(cluster.urls, { texts }));
      console.log(`  ${((performance.now() - start) / 1000).toFixed(0)} s`);
    }
    if (what === undefined || what === 'failover') {
      for (let round = 0; round < Number(count ?? 6); round++) {
        const behind = round % 2 === 1;
        report(
          `failover ${round + 1}${behind ? ', replica behind' : ''}`,
          await failover(cluster, { round, behind }),
        );
      }
    }
    if (what === undefined || what === 'leftovers') {
      report('leftovers', await leftovers(cluster, Number(count ?? 2000)));
    }
  } finally {
    await cluster.stop();
  }
  process.exitCode = failed ? 1 : 0;
}
