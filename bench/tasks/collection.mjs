// A lasting collection, every operation; LMDB, SQLite, datasketch.
//
// A collection that lasts: documents of 2 KB, with near-duplicates only and with all indexes; real newswire stories; short documents by the million;
// adds of several callers; and peers on the same documents. CPU time beside wall time.
//
//   NEARDUP_BENCH_DOCUMENTS=1000000   documents of 2 KB
//   NEARDUP_BENCH_SHORT=10000000      short documents
//   NEARDUP_BENCH_PARTS=near,all,newswire,callers,short,peers
//   NEARDUP_BENCH_FOLDER=/mnt/disk    the disk
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCollection } from '../../dist/index.js';
import { hasRedis, RedisServer } from '../../test/soak/redis-servers.mjs';
import { shortTexts, storyTexts } from '../data/collection-texts.mjs';
import { PEERS_FOLDER } from '../data/peers.mjs';
import { sharedDocuments } from '../data/shared-sets.mjs';
import { bareSyncs, lmdbAdds, logAdds, sqliteAdds } from '../peers/durable-adds.mjs';
import { postingsOf, runLmdb, runSqlite } from '../peers/postings.mjs';

const ALL_INDEXES = ['passages', 'search'];
const CALLERS = 16;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export async function run(print, { quick, threads }) {
  const size = (name, small, large) =>
    Number(process.env[`NEARDUP_BENCH_${name}`] ?? (quick ? small : large));
  const parts = process.env.NEARDUP_BENCH_PARTS?.split(',') ?? [
    'near',
    'all',
    'newswire',
    'callers',
    'short',
    'peers',
  ];
  const count = size('DOCUMENTS', 20_000, 1_000_000);
  const folder = mkdtempSync(join(process.env.NEARDUP_BENCH_FOLDER ?? tmpdir(), 'neardup-bench-'));
  const bench = { print, threads, folder };
  try {
    const stories = storyTexts();
    if (parts.includes('near')) await life(bench, 'near-duplicates only', [], count, stories);
    if (parts.includes('all')) await life(bench, 'all indexes', ALL_INDEXES, count, stories);
    if (parts.includes('newswire')) await newswire(bench);
    if (parts.includes('callers')) await callers(bench, quick ? 50 : 1000, stories);
    if (parts.includes('short'))
      await life(bench, 'short', [], size('SHORT', 50_000, 10_000_000), shortTexts());
    if (parts.includes('peers')) await peers(bench, Math.min(count, quick ? 5000 : 100_000), stories);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** From the first document to a merge. */
async function life({ print, threads, folder }, kind, indexes, count, textOf) {
  const path = join(folder, 'life.nd');
  const tell = teller(print, `${count.toLocaleString('en-US')} documents, ${kind}`);
  let collection = await openCollection(path, { create: { indexes }, threads });
  const fill = await timed(() => collection.addFrom(documents(count, textOf)).summary);
  tell('fill: check and add', fill.cpu / count, 'µs of CPU a document', fill);
  const { bytes, logBytes, segments } = collection.info();
  tell('disk', bytes / count, 'bytes a document', { log: logBytes / count, segments });
  await collection.close();
  const opened = JSON.parse(
    execFileSync(process.execPath, [
      '--expose-gc',
      here('../peers/open-collection.mjs'),
      path,
      String(threads),
    ]),
  );
  tell('open', opened.wall / 1000, 's', opened);
  tell('memory: tables', opened.memory / count, 'bytes a document');
  tell('memory: a process that opened it', opened.rss / count, 'bytes a document');
  collection = await openCollection(path, { threads });
  await asks(collection, count, textOf, indexes, tell);
  tell('memory: tables, after the questions', collection.info().memory / count, 'bytes a document');
  tell('memory: this process', process.memoryUsage().rss / 1e6, 'MB', {
    'most so far': process.resourceUsage().maxRSS / 1e3,
  });
  const gone = Array.from({ length: Math.floor(count / 10) }, (_, i) => idOf(10 * i));
  const removing = await timed(() => collection.remove(gone));
  tell(`remove ${gone.length}`, removing.wall / 1000, 's', removing);
  const merging = await timed(() => collection.merge());
  tell('merge', merging.wall / 1000, 's', merging);
  tell('disk after it', collection.info().bytes / (count - gone.length), 'bytes a document');
  await collection.close();
  rmSync(path, { recursive: true });
}

async function asks(collection, count, textOf, indexes, tell) {
  const numberOf = (i) => (i * 7919) % count;
  await ask('check', 2000, tell, async (i) => {
    const { pairs } = await collection.check({ text: `${textOf(numberOf(i))} one more` });
    if (pairs.length === 0) throw new Error(`document ${numberOf(i)} was not found`);
  });
  if (!indexes.includes('search')) return;
  const short = (text) => text.split(/\s+/).slice(5, 11).join(' ');
  await ask('search, a whole text', 50, tell, async (i) => {
    const { results } = await collection.search({ text: textOf(numberOf(i)) }, { k: 10 });
    if (results.length === 0) throw new Error('nothing was found');
  });
  await ask('search, six words', 5, tell, (i) => collection.search(short(textOf(numberOf(i))), { k: 10 }));
  await ask('sources', 50, tell, async (i) => {
    const { candidates } = await collection.sources({ text: textOf(numberOf(i)) });
    if (candidates.length === 0) throw new Error('no source was found');
  });
}

/** Asks one question after the other. The first one, which may load something, is told apart. */
async function ask(name, times, tell, question) {
  const first = await timed(() => question(0));
  const waits = [];
  const asked = await timed(async () => {
    for (let i = 1; i <= times; i++) waits.push((await timed(() => question(i))).wall);
  });
  waits.sort((a, b) => a - b);
  const at = (share) => 1000 * waits[Math.floor(share * (times - 1))];
  tell(name, asked.cpu / times, 'µs of CPU', {
    p50: at(0.5),
    p99: at(0.99),
    'first ms': first.wall,
    asked: times,
  });
}

/** The real stories, which have near-duplicates: the two goals for check and add. */
async function newswire({ print, threads, folder }) {
  const stories = sharedDocuments('newswire').map(({ text = '' }, n) => ({ id: idOf(n), text }));
  for (const [kind, indexes] of [
    ['near-duplicates only', []],
    ['all indexes', ALL_INDEXES],
  ]) {
    const tell = teller(print, `${stories.length} newswire stories, ${kind}`);
    const path = join(folder, 'newswire.nd');
    const collection = await openCollection(path, { create: { indexes }, threads });
    const fill = await timed(async () => {
      await collection.addFrom(stories).summary;
      await collection.close();
    });
    tell('fill: check and add, closed', fill.cpu / stories.length, 'µs of CPU a document', fill);
    rmSync(path, { recursive: true });
  }
}

/** Each caller waits until its documents are on the disk. Beside it: the disk alone, and stores that only store. */
async function callers({ print, threads, folder }, each, textOf) {
  const tell = teller(print, `durable adds of ${CALLERS} callers`);
  for (const together of [1, 16, 64]) {
    const total = CALLERS * each * (together > 1 ? 4 : 1);
    const all = Array.from({ length: total }, (_, n) => ({ id: idOf(n), text: textOf(n) }));
    const collection = await openCollection(join(folder, `callers-${together}.nd`), {
      create: true,
      threads,
    });
    let next = 0;
    const call = async () => {
      while (next < total) {
        const some = all.slice(next, next + together);
        next += some.length;
        await collection.add(some);
      }
    };
    const adding = await timed(() => Promise.all(Array.from({ length: CALLERS }, call)));
    const commits = collection.commit;
    await collection.close();
    const perSecond = (1000 * total) / adding.wall;
    tell(`${together} a call`, perSecond, 'documents/s', {
      ...adding,
      'µs of CPU a document': adding.cpu / total,
      commits,
    });
    const beside = {
      'the disk alone, as many in a commit': bareSyncs(all, Math.ceil(total / commits), folder),
      'our log, stored only': await logAdds(all, CALLERS, together, folder),
      'LMDB, stored only': await lmdbAdds(all, CALLERS, together, folder),
      'SQLite, stored only': sqliteAdds(all, CALLERS, together, folder),
    };
    for (const [name, result] of Object.entries(beside)) {
      if (result === undefined) continue;
      const { perSecond: others, ...facts } = result;
      tell(`${together} a call: ${name}`, others, 'documents/s', { ...facts, 'of it': perSecond / others });
    }
  }
}

/** What others take for the same documents. */
async function peers({ print, threads, folder }, count, textOf) {
  const tell = teller(print, `${count} documents`);
  const path = join(folder, 'peers.nd');
  const collection = await openCollection(path, { create: true, threads });
  const fill = await timed(() => collection.addFrom(documents(count, textOf)).summary);
  tell('neardup: check with proof, and add', fill.cpu / count, 'µs of CPU a document', fill);
  await collection.close();
  const postings = await postingsOf(path, count);
  const kept = { lmdb: await runLmdb(postings, folder), sqlite: runSqlite(postings, folder) };
  for (const [peer, result] of Object.entries(kept)) {
    if (result === undefined) continue;
    const { value, ...facts } = result;
    tell(`${peer}: the same postings, looked up and added`, value, 'µs of CPU a document', facts);
  }
  await datasketch(print, folder, Math.min(count, 20_000), textOf);
}

async function datasketch(print, folder, count, textOf) {
  const texts = Array.from(
    { length: count },
    (_, n) =>
      textOf(n)
        .toLowerCase()
        .match(/[a-z0-9]+/g)
        ?.join(' ') ?? '',
  );
  const file = join(folder, 'texts.txt');
  writeFileSync(file, texts.join('\n'));
  const python = (script, args, input) =>
    execFileSync(`${PEERS_FOLDER}/python/bin/python`, [here(`../peers/${script}`), ...args], {
      ...{ input, encoding: 'utf8', maxBuffer: 1 << 24 },
    });
  try {
    const told = JSON.parse(python('run_datasketch.py', [file, join(folder, 'pairs')]).trim());
    const { version, cpu, seconds, megabytes, steps } = told;
    const name = `${count} documents: datasketch ${version} in memory, query and insert, no proof`;
    print({
      case: name,
      value: (1e6 * cpu) / count,
      unit: 'µs of CPU a document',
      seconds,
      MB: megabytes,
      steps,
    });
    if (!hasRedis()) return console.error('bench: redis-server is missing (.ci/install-system-packages)');
    const server = await RedisServer.start();
    try {
      const some = texts.slice(0, 2000).map((text, n) => JSON.stringify({ id: idOf(n), text }));
      print(JSON.parse(python('run_datasketch_redis.py', [String(server.port)], some.join('\n'))));
    } finally {
      await server.stop();
    }
  } catch (error) {
    console.error(
      `bench: datasketch is left out: ${String(error.message).split('\n')[0]} (.ci/install-peers)`,
    );
  }
}

function teller(print, about) {
  return (name, value, unit, { cpu, wall, memory: _, rss: __, documents: ___, ...facts } = {}) => {
    const times = cpu === undefined ? {} : { 'wall s': wall / 1000, 'CPU s': cpu / 1e6 };
    print({ case: `${about}: ${name}`, value, unit, ...times, ...facts });
  };
}

const idOf = (n) => `https://news.example/${n.toString(36).padStart(8, '0')}`;

function* documents(count, textOf) {
  for (let n = 0; n < count; n++) yield { id: idOf(n), text: textOf(n) };
}

async function timed(work) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: user + system, wall: performance.now() - start };
}
