// Simhash with weak bits (after Sood and Loguinov 2011): a bit is weak if the sum behind it is close to zero, so that few words turn it.
// Two texts are candidates if their fingerprints differ in at most k bits that are weak in neither. For every number of weak bits: how
// many of the true pairs (resemblance .8 or more) are candidates, and how many candidates there are for each true pair. All pairs of
// distinct texts are compared, so an index that finds all of them is taken for granted. Needs ../shared/data.

import { mixedHash } from '../../dist/engines/mixed-hash.js';
import { canonicalText, pairs } from '../../dist/index.js';
import { labelledSet } from '../data/labelled.mjs';

const SETS = ['uk-corrections', 'doc-revisions/en', 'newswire', 'package-descriptions'];
const WEAK = [0, 2, 4, 8, 12, 16];
const MOST_BITS = 12;
const GOAL = 0.98;

export async function run(emit, { quick }) {
  for (const name of quick ? SETS.slice(0, 1) : SETS) {
    const set = await labelledSet(name);
    if (set === undefined) continue;
    const texts = await distinctTexts(set.documents);
    const truth = await truePairs(texts);
    const prints = texts.map(({ text }) => fingerprint(text));
    for (const weak of WEAK) {
      const table = columns(prints, weak);
      const all = histogram(table, allPairs(prints.length));
      const found = histogram(table, truth);
      const curve = [];
      for (let k = 0, candidates = 0, hits = 0; k <= MOST_BITS; k++) {
        candidates += all[k];
        hits += found[k];
        curve.push({ k, recall: hits / truth.length, candidates: candidates / truth.length });
      }
      const enough = curve.find(({ recall }) => recall >= GOAL);
      emit({
        case: `${name}, ${weak} weak bits`,
        value: enough?.candidates ?? Number.NaN,
        unit: `candidates a true pair at recall ${GOAL}`,
        reference: { bits: enough?.k, 'bytes a document': 8 + Math.ceil((6 * weak) / 8) },
        'true pairs': truth.length,
        curve: curve
          .map(({ k, recall, candidates }) => `${k}: ${recall.toFixed(3)} ${candidates.toFixed(1)}`)
          .join(', '),
      });
    }
  }
}

async function distinctTexts(documents) {
  const found = new Map();
  for (const { text } of documents) {
    const canonical = await canonicalText(text ?? '');
    if (canonical !== '') found.set(canonical, { id: String(found.size), text: canonical });
  }
  return [...found.values()].map(({ text }, i) => ({ id: String(i), text }));
}

async function truePairs(texts) {
  const found = [];
  const all = pairs(texts, { method: 'exact', threshold: 0.8, canonical: true });
  for await (const { a, b } of all) found.push([Number(a), Number(b)]);
  return found;
}

/** The fingerprint of the set of words, and its bits, the weakest first. */
function fingerprint(text) {
  const sums = new Int32Array(64);
  const hash = new Uint32Array(2);
  for (const word of new Set(text.split(' '))) {
    const bytes = Buffer.from(word);
    mixedHash(bytes, 0, bytes.length, hash);
    for (let bit = 0; bit < 64; bit++) sums[bit] += (hash[bit >> 5] >>> (bit & 31)) & 1 ? 1 : -1;
  }
  const value = new Uint32Array(2);
  for (let bit = 0; bit < 64; bit++) if (sums[bit] > 0) value[bit >> 5] |= 1 << (bit & 31);
  const order = Array.from(sums.keys()).sort((x, y) => Math.abs(sums[x]) - Math.abs(sums[y]) || x - y);
  return { value, order };
}

/** Fingerprints and the bits that are strong, as columns of halves. */
function columns(prints, weak) {
  const table = new Uint32Array(4 * prints.length);
  prints.forEach(({ value, order }, i) => {
    table.set([value[0], value[1], 0xffffffff, 0xffffffff], 4 * i);
    for (const bit of order.slice(0, weak)) table[4 * i + 2 + (bit >> 5)] &= ~(1 << (bit & 31));
  });
  return table;
}

function* allPairs(count) {
  for (let b = 1; b < count; b++) yield [b];
}

/** How many pairs differ in 0, 1, … bits that are strong in both. A row [b] stands for all pairs of b and those before it. */
function histogram(table, rows) {
  const counts = new Float64Array(65);
  for (const [x, y] of rows) {
    const [from, to] = y === undefined ? [0, x] : [y, y + 1];
    const [low, high, strongLow, strongHigh] = table.subarray(4 * x, 4 * x + 4);
    for (let at = 4 * from; at < 4 * to; at += 4) {
      const a = (low ^ table[at]) & strongLow & table[at + 2];
      const b = (high ^ table[at + 1]) & strongHigh & table[at + 3];
      counts[ones(a) + ones(b)]++;
    }
  }
  return counts;
}

function ones(x) {
  x -= (x >>> 1) & 0x55555555;
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
