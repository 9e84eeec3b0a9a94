// npm usearch (HNSW over bits, Hamming distance), where .ci/install-peers has installed it: the nearest of held-out queries.
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  cumulativeDistanceRatio,
  newSignatureIndex,
  recallAt,
  SignatureStore,
} from '../../../dist/nearest/index.js';
import { PEERS_FOLDER } from '../../data/peers.mjs';

const K = 30;

/** How many signatures: a million takes a quarter of an hour to build, so it is only done when asked for. */
export const USEARCH_COUNT = Number(process.env.NEARDUP_USEARCH_COUNT ?? 100_000);
/** How far HNSW looks around when searching; when adding it is 128. */
const EXPANSIONS = [64, 128, 256, 512];
const QUALITIES = [0.7, 0.8, 0.85, 0.9, 0.95, 0.98];

export async function usearchLines(engine, { collection, queries }, emit) {
  let usearch;
  try {
    usearch = createRequire(join(PEERS_FOLDER, 'package.json'))('usearch');
  } catch {
    console.error('usearch is not installed: .ci/install-peers makes it part of the comparison.');
    return;
  }
  const count = collection.length / 128;
  const store = new SignatureStore(engine.heap, 1024);
  store.reserve(count);
  store.append(collection);
  const scan = newSignatureIndex(engine, store, 'scan');
  const truth = (await scan.nearestAll(Buffer.concat(queries), K)).map((near) =>
    near.map(({ distance }) => distance),
  );
  const line = (name, ms, build, found, more) =>
    emit({
      case: `topical ${count.toLocaleString('en')}: ${name}`,
      ...{ value: ms, unit: 'ms', threads: 1 },
      cdr10: mean(found.map((distances, q) => cumulativeDistanceRatio(truth[q], distances))),
      recall10: mean(found.map((distances, q) => recallAt(truth[q], distances))),
      ...{ 'build CPU s': build, 'ms with build over 10,000 queries': ms + build / 10, ...more },
    });
  await clusterLines(engine, store, queries, line);

  const path = join(tmpdir(), `neardup-usearch-${process.pid}`);
  const build = buildGraph(usearch, collection, count, path);
  const bits = queries.map(bitsOf);
  for (const expansion of EXPANSIONS) {
    const index = new usearch.Index({ ...GRAPH, expansion_search: expansion });
    index.load(path);
    const { ms, found } = timed(bits, (query) => [...index.search(query, K, 1).distances].map(Number));
    line(`usearch HNSW, expansion ${expansion}`, ms, build, found, { engine: 'native' });
  }
  rmSync(path);
  store.close();
}

async function clusterLines(engine, store, queries, line) {
  const start = cpu();
  const ours = newSignatureIndex(engine, store, 'clusters');
  await ours.build();
  const build = (cpu() - start) / 1000;
  for (const quality of QUALITIES) {
    const { ms, found } = timed(queries, (query) =>
      ours.nearest(query, K, { quality }).map(({ distance }) => distance),
    );
    line(`clusters, quality ${quality}`, ms, build, found, { engine: 'wasm' });
  }
  ours.close();
}

const GRAPH = {
  ...{ metric: 'hamming', quantization: 'b1', dimensions: 1024 },
  ...{ connectivity: 16, expansion_add: 128 },
};

/** Writes a graph of the first `count` signatures to a file; gives the seconds of CPU time that adding them took. */
function buildGraph(usearch, collection, count, path) {
  const index = new usearch.Index(GRAPH);
  let build = 0;
  for (let first = 0; first < count; first += 5000) {
    const some = Math.min(5000, count - first);
    const keys = BigUint64Array.from({ length: some }, (_, i) => BigInt(first + i));
    const bits = bitsOf(collection.subarray(128 * first, 128 * (first + some)));
    const start = cpu();
    index.add(keys, bits, 1);
    build += cpu() - start;
  }
  index.save(path);
  return build / 1000;
}

/** The least time of three rounds. */
function timed(queries, find) {
  let ms = Number.POSITIVE_INFINITY;
  let found = [];
  for (let round = 0; round < 3; round++) {
    const start = cpu();
    found = queries.map(find);
    ms = Math.min(ms, (cpu() - start) / queries.length);
  }
  return { ms, found };
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** One Int8 for every bit, as usearch takes them. */
function bitsOf(signatures) {
  const bits = new Int8Array(8 * signatures.length);
  for (let i = 0; i < bits.length; i++) bits[i] = (signatures[i >>> 3] >>> (i & 7)) & 1;
  return bits;
}

function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
