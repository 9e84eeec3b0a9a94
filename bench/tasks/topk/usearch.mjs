// npm usearch (HNSW over bits, Hamming distance), where it is installed: NEARDUP_PEERS names a folder with node_modules.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  cumulativeDistanceRatio,
  newSignatureIndex,
  recallAt,
  SignatureStore,
} from '../../../dist/signature-indexes.js';

const K = 30;

export async function usearchLines(engine, signatures, emit, quick) {
  let usearch;
  try {
    usearch = createRequire(join(process.env.NEARDUP_PEERS ?? '/nowhere', 'package.json'))('usearch');
  } catch {
    console.error(
      'usearch is not installed: NEARDUP_PEERS=FOLDER scripts/install-peers makes it part of the comparison.',
    );
    return;
  }
  // the JavaScript interface takes a byte for every bit: a million would need a gigabyte and ten minutes
  const count = Math.min(signatures.length / 128, quick ? 10_000 : 100_000);
  const store = new SignatureStore(engine.heap, 1024);
  store.append(signatures.subarray(0, 128 * count));
  const index = new usearch.Index({
    metric: 'hamming',
    quantization: 'b1',
    dimensions: 1024,
    connectivity: 16,
    expansion_add: 128,
  });
  let start = cpu();
  for (let first = 0; first < count; first += 5000) {
    const some = Math.min(5000, count - first);
    const keys = BigUint64Array.from({ length: some }, (_, i) => BigInt(first + i));
    index.add(keys, bitsOf(signatures.subarray(128 * first, 128 * (first + some))), 1);
  }
  const build = (cpu() - start) / 1000;
  const queries = Array.from({ length: 100 }, (_, i) => store.get(Math.floor(((i + 0.5) * count) / 100)));
  const scan = newSignatureIndex(engine, store, 'scan');
  const truth = queries.map((query) => scan.nearest(query, K).map(({ distance }) => distance));
  const score = (found) => ({
    cdr10: found.reduce((sum, distances, q) => sum + cumulativeDistanceRatio(truth[q], distances), 0) / 100,
    recall10: found.reduce((sum, distances, q) => sum + recallAt(truth[q], distances), 0) / 100,
  });
  const bits = queries.map(bitsOf);
  start = cpu();
  const found = bits.map((query) => [...index.search(query, K, 1).distances].map(Number));
  const ms = (cpu() - start) / 100;
  const facts = { 'build s': build, 'ms with build over 10,000 queries': ms + build / 10 };
  emit({
    case: `topical ${count.toLocaleString('en')}: usearch HNSW`,
    value: ms,
    unit: 'ms',
    threads: 1,
    engine: 'native',
    ...score(found),
    ...facts,
  });
  start = cpu();
  const ours = newSignatureIndex(engine, store, 'clusters');
  await ours.build();
  const built = (cpu() - start) / 1000;
  for (const quality of [0.95, 0.98, 0.99, 0.996]) {
    start = cpu();
    const near = queries.map((query) => ours.nearest(query, K, { quality }).map(({ distance }) => distance));
    const each = (cpu() - start) / 100;
    const more = { 'build s': built, 'ms with build over 10,000 queries': each + built / 10 };
    emit({
      case: `topical ${count.toLocaleString('en')}: clusters, quality ${quality}`,
      value: each,
      unit: 'ms',
      threads: 1,
      engine: 'wasm',
      ...score(near),
      ...more,
    });
  }
  ours.close();
  store.close();
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
