// FAISS (PyPI faiss-cpu) beside our lists and scan, on the same signatures in the same run: the ten nearest, one thread, CPU time. It is
// installed by scripts/install-peers; without it only our lines are printed.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  cumulativeDistanceRatio,
  newSignatureIndex,
  recallAt,
  SignatureStore,
} from '../../../dist/nearest/index.js';
import { PEERS_FOLDER } from '../../data/peers.mjs';

const K = 10;
const QUERIES = 200;
const PROBES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const SCRIPT = fileURLToPath(new URL('../../peers/run_faiss.py', import.meta.url));

export async function faissLines(engine, signatures, emit, name, lists) {
  const store = new SignatureStore(engine.heap, 1024);
  store.reserve(signatures.length / 128);
  store.append(signatures);
  const size = store.size.toLocaleString('en');
  const queries = Array.from({ length: QUERIES }, (_, i) =>
    store.get(Math.floor(((i + 0.5) * store.size) / QUERIES)),
  );
  const scan = newSignatureIndex(engine, store, 'scan');
  const truth = queries.map((query) => distancesOf(scan.nearest(query, K)));
  const line = (what, ms, found, build, of) =>
    emit({
      ...{
        case: `${name} ${size}: ${what}`,
        value: ms,
        unit: 'ms',
        threads: 1,
        engine: of,
      },
      cdr10: mean(found.map((distances, q) => cumulativeDistanceRatio(truth[q], distances))),
      recall10: mean(found.map((distances, q) => recallAt(truth[q], distances))),
      'build CPU s': build,
    });
  const all = Buffer.concat(queries);
  line(
    'scan, one by one',
    await least(2, () => queries.map((query) => scan.nearest(query, K))),
    truth,
    0,
    'wasm',
  );
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
  store.close();
  runFaiss(signatures, lists, (peer) => line(peer.name, peer.ms, peer.distances, peer.build, 'native'));
}

function runFaiss(signatures, lists, each) {
  const python = join(PEERS_FOLDER, 'python/bin/python');
  if (!existsSync(python)) {
    console.error('FAISS is not installed: scripts/install-peers makes it part of the comparison.');
    return;
  }
  const path = join(tmpdir(), `neardup-faiss-${process.pid}.signatures`);
  writeFileSync(path, signatures);
  try {
    const { stdout, stderr, status } = spawnSync(
      python,
      [SCRIPT, path, String(QUERIES), ...lists.map(String)],
      {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      },
    );
    if (status !== 0) console.error(`FAISS is left out: ${stderr.trim().split('\n').at(-1)}`);
    for (const row of stdout.split('\n').filter((text) => text !== '')) each(JSON.parse(row));
  } finally {
    rmSync(path);
  }
}

async function least(rounds, search) {
  let ms = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = cpu();
    await search();
    ms = Math.min(ms, (cpu() - start) / QUERIES);
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
