// Add and query one at a time, as a crawler does.
//
// One at a time, distance 3: a crawler that asks of every fingerprint whether it was seen and adds it. On one thread,
// called from JavaScript, beside permuted tables in plain TypeScript. Answers are checked against brute force first.
import { CrawlIndex, LinearScan, PermutedTables } from '../../dist/duplicates/index.js';
import { makeFingerprints } from '../data/fingerprints.mjs';

export async function run(emit, { quick }) {
  await check(emit);
  for (const power of quick ? [17] : [20, 23]) {
    await measure(emit, await CrawlIndex.open(), power, 'wasm', power === 23);
  }
  await measure(emit, new PermutedTables({ expected: 2 ** 20 }), quick ? 17 : 20, 'scalar', false);
}

async function measure(emit, index, power, engine, isGoal) {
  const stored = 2 ** power;
  const step = stored >> 6;
  const fingerprints = makeFingerprints(stored + 8 * step);
  const fill = performance.now();
  for (let i = 0; i < stored; i++) index.add(fingerprints[i]);
  const added = (performance.now() - fill) / stored;
  const rates = [];
  let hits = 0;
  for (let round = 0; round < 8; round++) {
    const start = performance.now();
    for (let i = stored + round * step; i < stored + (round + 1) * step; i++) {
      hits += index.query(fingerprints[i]).length;
      index.add(fingerprints[i]);
    }
    rates.push(step / (performance.now() - start) / 1000);
  }
  rates.sort((a, b) => a - b);
  emit({
    case: `${index.name}: query and add, 2^${power} stored`,
    value: rates.at(-1),
    unit: 'M/s',
    median: rates[rates.length >> 1],
    threads: 1,
    engine,
    reference: isGoal ? { goal: 0.6, 'goal bytes': 36, prototype: '0.53–0.66' } : undefined,
    'add ns': Math.round(added * 1e6),
    'bytes each': index.bytes === undefined ? undefined : Number((index.bytes / index.size).toFixed(1)),
    hits,
  });
}

async function check(emit) {
  const fingerprints = makeFingerprints(12_000);
  const index = await CrawlIndex.open();
  const scan = new LinearScan();
  let hits = 0;
  const start = performance.now();
  for (const fingerprint of fingerprints) {
    const found = index.query(fingerprint);
    if (JSON.stringify(found) !== JSON.stringify(scan.query(fingerprint))) {
      throw new Error('online: the answer is not that of the linear scan');
    }
    hits += found.length;
    index.add(fingerprint);
    scan.add(fingerprint);
  }
  const rate = fingerprints.length / (performance.now() - start) / 1000;
  emit({
    case: 'linear scan: query and add, up to 12,000 stored',
    value: rate,
    unit: 'M/s',
    threads: 1,
    engine: 'scalar',
    hits,
    verified: 'yes',
  });
}
