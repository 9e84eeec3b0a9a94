// FAISS (PyPI faiss-cpu) beside our lists and scan, on the same signatures in the same run: the ten nearest of held-out queries, one thread,
// CPU time. It is installed by .ci/install-peers; without it only our lines are printed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  cumulativeDistanceRatio,
  newSignatureIndex,
  recallAt,
  SignatureStore,
} from '../../../dist/nearest/index.js';
import { meanWithBounds } from '../../data/held-out.mjs';
import { PEERS_FOLDER } from '../../data/peers.mjs';

const K = 10;
const PROBES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const SCRIPT = fileURLToPath(new URL('../../peers/run_faiss.py', import.meta.url));

export async function faissLines(engine, { collection, queries }, emit, name, lists) {
  const store = new SignatureStore(engine.heap, 1024);
  store.reserve(collection.length / 128);
  store.append(collection);
  const scan = newSignatureIndex(engine, store, 'scan');
  const truth = queries.map((query) => distancesOf(scan.nearest(query, K)));
  const line = (what, ms, found, build, of) => {
    const recall = meanWithBounds(found.map((distances, q) => recallAt(truth[q], distances)));
    emit({
      ...{ case: `${name} ${store.size.toLocaleString('en')}: ${what}`, value: ms, unit: 'ms' },
      ...{ threads: 1, engine: of, beside: name, index: what.split(',')[0] },
      cdr10: mean(found.map((distances, q) => cumulativeDistanceRatio(truth[q], distances))),
      ...{ recall10: recall.mean, 'recall from': recall.from, 'recall to': recall.to },
      ...{ 'build CPU s': build, queries: queries.length },
    });
  };
  const least = (rounds, search) => leastTime(rounds, queries.length, search);
  const all = Buffer.concat(queries);
  const oneByOne = await least(2, () => queries.map((query) => scan.nearest(query, K)));
  line('scan, one by one', oneByOne, truth, 0, 'wasm');
  line('scan, all queries at once', await least(2, () => scan.nearestAll(all, K)), truth, 0, 'wasm');
  const start = cpu();
  const index = newSignatureIndex(engine, store, 'clusters');
  await index.build();
  const build = (cpu() - start) / 1000;
  for (const listProbes of PROBES) {
    const find = () => queries.map((query) => index.nearest(query, K, { listProbes }));
    const ms = await least(listProbes < 128 ? 4 : 2, find);
    line(`clusters, ${listProbes} lists`, ms, find().map(distancesOf), build, 'wasm');
  }
  index.close();
  scan.close();
  runFaiss(collection, all, lists, (peer) => line(peer.name, peer.ms, peer.distances, peer.build, 'native'));
  store.close();
}

function runFaiss(collection, queries, lists, each) {
  const python = join(PEERS_FOLDER, 'python/bin/python');
  if (!existsSync(python)) {
    console.error('FAISS is not installed: .ci/install-peers makes it part of the comparison.');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'neardup-faiss-'));
  const [path, asked] = [join(folder, 'collection'), join(folder, 'queries')];
  writeFileSync(path, collection);
  writeFileSync(asked, queries);
  try {
    const { stdout, stderr, status } = spawnSync(python, [SCRIPT, path, asked, ...lists.map(String)], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (status !== 0) console.error(`FAISS is left out: ${stderr.trim().split('\n').at(-1)}`);
    for (const row of stdout.split('\n').filter((text) => text !== '')) each(JSON.parse(row));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function leastTime(rounds, queries, search) {
  let ms = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = cpu();
    await search();
    ms = Math.min(ms, (cpu() - start) / queries);
  }
  return ms;
}

function distancesOf(found) {
  return found.map(({ distance }) => distance);
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
