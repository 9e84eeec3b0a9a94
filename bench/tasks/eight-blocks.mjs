// Paper D's index and others that find fingerprints within 3 bits.
//
// Eight blocks (paper D) beside what else finds fingerprints within 3 bits: CPU time of a query, one thread. "as published" counts in
// eight lists who shares at least five blocks; the index of the project finds the same by lists of two neighboring blocks.
import { EightBlocks, LinearScan, PermutedTables } from '../../dist/duplicates/index.js';
import { makeFingerprints } from '../data/fingerprints.mjs';

export async function run(emit, { quick }) {
  for (const power of quick ? [14] : [14, 17, 20]) {
    const fingerprints = makeFingerprints(2 ** power);
    const queries = [...fingerprints.filter((_, i) => i % Math.max(1, (2 ** power) >> 9) === 0)];
    const answers = new Set();
    const indexes = [
      new EightBlocks(),
      new PermutedTables({ expected: 2 ** power }),
      new PublishedLists(),
      new LinearScan(),
    ];
    for (const index of indexes) answers.add(measure(emit, index, power, fingerprints, queries));
    if (answers.size > 1) throw new Error('eight-blocks: the indexes do not agree');
  }
}

function measure(emit, index, power, fingerprints, queries) {
  for (const fingerprint of fingerprints) index.add(fingerprint);
  let best = Number.POSITIVE_INFINITY;
  let hits = [];
  for (let round = 0; round < 4; round++) {
    const before = process.cpuUsage();
    hits = queries.map((fingerprint) => index.query(fingerprint).length);
    best = Math.min(best, process.cpuUsage(before).user / queries.length);
  }
  emit({
    case: `${index.name}: query, 2^${power} stored`,
    value: best,
    unit: 'µs',
    threads: 1,
    engine: 'scalar',
    hits: hits.reduce((sum, count) => sum + count, 0),
    'bytes each': index.memory === undefined ? undefined : index.memory / fingerprints.length,
  });
  return JSON.stringify(hits);
}

/** The paper's way: a list for every block and value, and a count for everyone in the eight lists of a query. */
class PublishedLists {
  name = 'eight lists, counted, as published';
  lists = Array.from({ length: 2048 }, () => []);
  values = [];

  add(fingerprint) {
    const number = this.values.push(fingerprint) - 1;
    for (let block = 0; block < 8; block++) this.lists[listOf(fingerprint, block)].push(number);
  }

  query(fingerprint) {
    this.counts ??= new Uint8Array(this.values.length);
    const lists = Array.from({ length: 8 }, (_, block) => this.lists[listOf(fingerprint, block)]);
    const found = [];
    for (const list of lists) {
      for (const number of list) if (++this.counts[number] === 5) found.push(number);
    }
    for (const list of lists) for (const number of list) this.counts[number] = 0;
    return found.filter((number) => distance(this.values[number], fingerprint) <= 3);
  }
}

function listOf(fingerprint, block) {
  return 256 * block + Number((fingerprint >> BigInt(8 * block)) & 255n);
}

function distance(a, b) {
  let bits = 0;
  for (let x = a ^ b; x !== 0n; x &= x - 1n) bits++;
  return bits;
}
