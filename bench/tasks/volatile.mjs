// Weak bits or one-bit min-hashes beside a fingerprint.
//
// Simhash that misses less: what a few bytes beside each fingerprint bring. For each labelled set, of all pairs that brute force finds
// (resemblance of 0.8 and more): the share that become candidates, and how many candidates there are for each pair that is found.
//   today       fingerprints within D bits
//   weak bits   the K bits that the fewest words decided are kept; at most S other bits may differ (Sood and Loguinov)
//   min-hashes  one bit of each of M min-hashes of the shingles is kept; at most T of them may differ
// Both kinds also keep the number of shingles in a byte: texts of a resemblance of 0.8 differ in it by a fifth at the most.
//   npm run bench -- volatile           NEARDUP_SETS=licences,newswire takes some of the sets
import { mixedHash } from '../../dist/engines/mixed-hash.js';
import {
  bruteForcePairs,
  canonicalTexts,
  distinctDocuments,
  pairKey,
  shingleSets,
} from '../data/brute-force.mjs';
import { labelledSet } from '../data/labelled.mjs';

const THRESHOLD = 0.8;
const SETS = ['newswire', 'package-descriptions', 'licences', 'doc-revisions/en', 'mail'];
/** Pairs that differ in more bits are no candidates in any case. */
const FARTHEST = 14;
/** Each step of the byte that keeps a size is 5 %; a size is at most half a step off at each side. */
const SIZE_STEP = Math.log(1.05);
const MOST_STEPS = Math.ceil(-Math.log(THRESHOLD) / SIZE_STEP) + 1;
const MIN_HASHES = 64;

export async function run(emit, { quick }) {
  for (const name of process.env.NEARDUP_SETS?.split(',') ?? SETS) {
    const set = await labelledSet(name, { most: quick ? 500 : undefined });
    if (set === undefined) return;
    const { distinct } = await distinctDocuments(set.documents.map(({ id, text }) => ({ id, text })));
    const { ids, sets } = await shingleSets(distinct);
    const truth = bruteForcePairs({ ids, sets }, THRESHOLD);
    const texts = await canonicalTexts(distinct);
    const documents = ids.map((id, i) => describe(texts.get(id), sets[i]));
    const pairs = nearPairs(documents, ids, truth);
    const report = (label, bytes, isCandidate) => {
      const candidates = pairs.filter(isCandidate);
      const found = candidates.filter(({ isTrue }) => isTrue).length;
      emit({
        ...{ case: `${name}, ${label}`, value: found / truth.size, unit: 'of the pairs' },
        ...{ 'bytes a document': bytes, 'candidates a pair found': candidates.length / found },
      });
    };
    emit({ case: name, value: truth.size, unit: 'pairs', texts: ids.length });
    for (const most of [7, 8, 10, 12, 14]) {
      report(`within ${most}`, 8, ({ distance }) => distance <= most);
    }
    for (const [k, others] of [...[8, 10].flatMap((weak) => [2, 3, 4, 5].map((strong) => [weak, strong]))]) {
      const masks = documents.map(({ weakest }) => maskOf(weakest.slice(0, k)));
      report(
        `${k} weak bits, ${others} others`,
        9 + (6 * k) / 8,
        (pair) => pair.isOfSize && strongBits(pair, masks) <= others,
      );
    }
    for (const [count, most] of [
      [32, 6],
      [32, 7],
      [48, 9],
      [48, 10],
      [64, 11],
      [64, 12],
    ]) {
      for (const within of [12, 14]) {
        report(
          `${count} min-hashes, ${most} differ, within ${within}`,
          9 + count / 8,
          (pair) => pair.isOfSize && pair.distance <= within && differingBits(pair, count) <= most,
        );
      }
    }
  }
}

/** What is kept of a document: fingerprint, its bits from the weakest on, size, and one bit of each min-hash. */
function describe(text, shingles) {
  const hash = new Uint32Array(2);
  const seen = new Set();
  const sums = new Int32Array(64);
  for (let at = 0; at < text.length; ) {
    let end = at;
    while (end < text.length && text[end] > 0x20) end++;
    if (end > at) {
      mixedHash(text, at, end, hash);
      const key = hash[0] * 2 ** 32 + hash[1];
      if (!seen.has(key)) {
        seen.add(key);
        for (let bit = 0; bit < 64; bit++) sums[bit] += (hash[bit >> 5] >>> (bit & 31)) & 1 ? 1 : -1;
      }
    }
    at = end + 1;
  }
  const bits = new Int32Array(2);
  for (let bit = 0; bit < 64; bit++) if (sums[bit] > 0) bits[bit >> 5] |= 1 << (bit & 31);
  const weakest = Array.from(sums.keys()).sort((a, b) => Math.abs(sums[a]) - Math.abs(sums[b]));
  return {
    bits,
    weakest,
    steps: Math.round(Math.log(shingles.length) / SIZE_STEP),
    minHashes: minHashBits(shingles),
  };
}

function minHashBits(shingles) {
  const halves = new Uint32Array(shingles.buffer, shingles.byteOffset, 2 * shingles.length);
  const least = new Uint32Array(MIN_HASHES).fill(0xffff_ffff);
  for (let i = 0; i < halves.length; i += 2) {
    for (let k = 0; k < MIN_HASHES; k++) {
      let value = Math.imul(halves[i] ^ Math.imul(k + 1, 0x9e37_79b1), 0x85eb_ca6b);
      value ^= Math.imul(halves[i + 1] + Math.imul(k + 1, 0x7feb_352d), 0xc2b2_ae35);
      value = Math.imul(value ^ (value >>> 15), 0x2c1b_3c6d);
      value = Math.imul(value ^ (value >>> 12), 0x297a_2d39);
      value = (value ^ (value >>> 15)) >>> 0;
      if (value < least[k]) least[k] = value;
    }
  }
  const bits = new Int32Array(2);
  // the top bits of a least value are zeros, so one of its product is taken
  for (let k = 0; k < MIN_HASHES; k++) bits[k >> 5] |= (Math.imul(least[k], 0x9e37_79b1) >>> 31) << (k & 31);
  return bits;
}

/** All pairs whose fingerprints differ in at most FARTHEST bits. */
function nearPairs(documents, ids, truth) {
  const pairs = [];
  const low = Int32Array.from(documents, ({ bits }) => bits[0]);
  const high = Int32Array.from(documents, ({ bits }) => bits[1]);
  for (let a = 0; a < low.length; a++) {
    for (let b = a + 1; b < low.length; b++) {
      const distance = ones(low[a] ^ low[b]) + ones(high[a] ^ high[b]);
      if (distance > FARTHEST) continue;
      const [one, other] = [documents[a], documents[b]];
      pairs.push({
        ...{ a, b, one, other, distance },
        isTrue: truth.has(pairKey(ids[a], ids[b])),
        isOfSize: Math.abs(one.steps - other.steps) <= MOST_STEPS,
      });
    }
  }
  return pairs;
}

function maskOf(places) {
  const mask = new Int32Array(2);
  for (const place of places) mask[place >> 5] |= 1 << (place & 31);
  return mask;
}

/** How many bits differ that are weak in neither of the two. */
function strongBits({ a, b, one, other }, masks) {
  const strong = (half) => ones((one.bits[half] ^ other.bits[half]) & ~(masks[a][half] | masks[b][half]));
  return strong(0) + strong(1);
}

function differingBits({ one, other }, count) {
  const second = count === 64 ? -1 : 2 ** (count - 32) - 1;
  return ones(one.minHashes[0] ^ other.minHashes[0]) + ones((one.minHashes[1] ^ other.minHashes[1]) & second);
}

function ones(value) {
  value -= (value >>> 1) & 0x5555_5555;
  value = (value & 0x3333_3333) + ((value >>> 2) & 0x3333_3333);
  return Math.imul((value + (value >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
