// Paper A's three data sets, both stages, with our column beside its Tables II, III and IV. The sets themselves are not
// public: text of the same size, number of documents and document length is made here, and looped over as far as it
// exceeds memory; stage 2 gets as many fingerprints as there are documents, a tenth of them near-duplicates.
// ("Words per document" in the paper's Table I are bytes: 17 GB are 4,017,414 documents of 4,231 bytes.)

import { nearPairs } from '../../dist/duplicates/candidates/join/join-pairs.js';
import { arraySource } from '../../dist/duplicates/candidates/join/pieces.js';
import { openEngine } from '../../dist/engines/index.js';
import { fillHeap } from '../data/documents.mjs';
import { makeFingerprints } from '../data/fingerprints.mjs';

const SETS = [
  {
    name: 'Wikipedia',
    bytes: 17e9,
    documents: 4_017_414,
    paper: { cpu1: 605, fpga1: 1.67, stage2: 8.11, cpu: 613, fpga: 9.78, goal: 5 },
  },
  {
    name: 'TREC 1–5',
    bytes: 3.6e9,
    documents: 1_634_249,
    paper: { cpu1: 130, fpga1: 0.36, stage2: 3.12, cpu: 133, fpga: 3.48, goal: 1.2 },
  },
  {
    name: 'Twitter',
    bytes: 5.1e9,
    documents: 114_333_421,
    paper: { cpu1: 192, fpga1: 0.53, stage2: 276, cpu: 468, fpga: 276.53, goal: 12 },
  },
];
/** Text in memory at a time. */
const RESIDENT = 512 << 20;
const ROUNDS = 5;

export async function run(emit, { quick, threads }) {
  const rows = [];
  for (const set of SETS) {
    const scale = quick ? 0.01 : 1;
    const first = await stage1(set, scale, threads);
    const second = await stage2(Math.round(set.documents * scale), threads);
    const { paper } = set;
    const line = (stage, value, reference, more) =>
      emit({ case: `${set.name}, ${stage}`, value, unit: 's', threads, engine: 'wasm', reference, ...more });
    line(
      'stage 1',
      first.seconds,
      { 'FPGA, 4 devices': paper.fpga1, 'CPU, 8 threads': paper.cpu1 },
      {
        median: first.median,
        'at its best pass': first.atBestPass,
        'GB/s': first.rate,
        rounds: first.rounds,
      },
    );
    line(
      'stage 2',
      second.seconds,
      { 'CPU, 8 threads': paper.stage2 },
      { median: second.median, fingerprints: second.count, pairs: second.pairs },
    );
    line(
      'total',
      first.seconds + second.seconds,
      { goal: paper.goal, 'FPGA + CPU': paper.fpga, CPU: paper.cpu },
      { 'with stage 1 at its best pass': first.atBestPass + second.seconds },
    );
    rows.push({ set, paper, gigabytes: (set.bytes * scale) / 1e9, first, second });
  }
  table(rows, quick);
}

/**
 * Fingerprints of all documents, sdbm over word counts as published: the best and the median of several rounds over the whole
 * set. A round is many passes over the same text, so it is also told what it would take if all passes were as fast as the
 * fastest: on a machine with neighbors no round is without them.
 */
async function stage1(set, scale, threads) {
  const engine = await openEngine({ engine: 'wasm', threads });
  try {
    const size = set.bytes / set.documents;
    const total = set.bytes * scale;
    const corpus = fillHeap(engine.heap, { bytes: Math.min(RESIDENT, total), size, slice: 4 << 20 });
    const pass = async (slices) => {
      const start = performance.now();
      await Promise.all(
        slices.map(({ text, offsets, count, out }) => engine.call('simhash', text, offsets, count, 0, out)),
      );
      return (performance.now() - start) / 1000;
    };
    await pass(corpus.slices);
    const rounds = [];
    let bestPass = Number.POSITIVE_INFINITY;
    while (rounds.length < ROUNDS) {
      let seconds = 0;
      for (let left = total; left > 0; left -= corpus.bytes) {
        const some = corpus.slices.slice(0, Math.ceil((left / corpus.bytes) * corpus.slices.length));
        const own = await pass(some);
        if (some.length === corpus.slices.length) bestPass = Math.min(bestPass, own);
        seconds += own;
      }
      rounds.push(seconds);
    }
    const { best, median } = ofRounds(rounds);
    const atBestPass = (bestPass * total) / corpus.bytes;
    return { seconds: best, median, atBestPass, rate: total / 1e9 / best, rounds: ROUNDS };
  } finally {
    await engine.close();
  }
}

function ofRounds(seconds) {
  const sorted = seconds.toSorted((a, b) => a - b);
  return { best: sorted[0], median: sorted[sorted.length >> 1] };
}

async function stage2(count, threads) {
  const engine = await openEngine({ engine: 'wasm', threads });
  try {
    const source = arraySource(makeFingerprints(count, {}));
    const rounds = [];
    let pairs = 0;
    while (rounds.length < ROUNDS) {
      const start = performance.now();
      pairs = (await nearPairs(engine, source, { maxDistance: 3 })).length / 3;
      rounds.push((performance.now() - start) / 1000);
    }
    const { best, median } = ofRounds(rounds);
    return { seconds: best, median, count, pairs };
  } finally {
    await engine.close();
  }
}

/** The paper's tables with our column; to standard error, so that --json stays one object a line. */
function table(rows, quick) {
  const print = (...cells) =>
    console.error(cells.map((cell, i) => (i === 0 ? cell.padEnd(12) : cell.padStart(18))).join(''));
  const seconds = (value) => `${value.toFixed(2)} s`;
  // a hundredth of a set beside the whole says nothing
  const times = (theirs, ours) => (quick ? '–' : `${(theirs / ours).toFixed(1)} ×`);
  if (quick) console.error("(our column: 1 % of each set; the papers' columns: all of it)");
  console.error('\nTable II: stage 1, fingerprints');
  print('', 'text we made', 'CPU, 8 threads', 'FPGA, 4 devices', 'neardup, wasm', 'our rate');
  for (const { set, paper, gigabytes, first } of rows) {
    const rate = `${first.rate.toFixed(2)} GB/s`;
    print(
      set.name,
      `${Number(gigabytes.toPrecision(2))} GB`,
      seconds(paper.cpu1),
      seconds(paper.fpga1),
      seconds(first.seconds),
      rate,
    );
  }
  console.error('\nTable III: stage 2, all pairs within 3 bits');
  print('', 'fingerprints', 'CPU, 8 threads', 'neardup, wasm', 'faster');
  for (const { set, paper, second } of rows) {
    const count = second.count.toLocaleString('en');
    print(
      set.name,
      count,
      seconds(paper.stage2),
      seconds(second.seconds),
      times(paper.stage2, second.seconds),
    );
  }
  console.error('\nTable IV: both stages');
  print('', 'CPU', 'CPU + FPGA', 'neardup, wasm', 'than FPGA');
  for (const { set, paper, first, second } of rows) {
    const total = first.seconds + second.seconds;
    print(set.name, seconds(paper.cpu), seconds(paper.fpga), seconds(total), times(paper.fpga, total));
  }
}
