// Paper A's three sets in small, from end to end: texts with the frequencies and lengths of real words, both hashes, and the pairs among
// the fingerprints that stage 1 made. A tenth of the documents are copies of an earlier one with one word replaced.
import { nearPairs } from '../../dist/duplicates/candidates/join/join-pairs.js';
import { arraySource } from '../../dist/duplicates/candidates/join/pieces.js';
import { openEngine } from '../../dist/engines/index.js';
import { simhashMode } from '../../dist/fingerprint/index.js';
import { generator, vocabulary, zipf } from '../data/words.mjs';

export const SEED = 31;
/** The paper's sets: bytes after canonicalization, documents, times in seconds (Tables I to IV), and expected probes of Table III. */
export const SETS = [
  {
    ...{ name: 'Wikipedia', before: 41e9, bytes: 17e9, documents: 4_017_414, words: 4431 },
    paper: {
      cpu1: 605,
      fpga1: 1.67,
      stage2: 8.11,
      cpu: 613,
      fpga: 9.78,
      byWords: 1153,
      cores32: 440,
      power: 23,
      probes: 7,
    },
  },
  {
    ...{ name: 'TREC 1–5', before: 8.9e9, bytes: 3.6e9, documents: 1_634_249, words: 2346 },
    paper: {
      cpu1: 130,
      fpga1: 0.36,
      stage2: 3.12,
      cpu: 133,
      fpga: 3.48,
      byWords: 206,
      cores32: 100,
      power: 25,
      probes: 9,
    },
  },
  {
    ...{ name: 'Twitter', before: 11.3e9, bytes: 5.1e9, documents: 114_333_421, words: 48 },
    paper: {
      cpu1: 192,
      fpga1: 0.53,
      stage2: 276,
      cpu: 468,
      fpga: 276.53,
      byWords: 1016,
      cores32: 380,
      power: 28,
      probes: 12,
    },
  },
];

/** The published hash over counts of words, and the default of neardup. */
export const HASHES = {
  published: simhashMode({ hash: 'sdbm', features: 'counts' }),
  ours: simhashMode({}),
};

const BATCH = 4 << 20;

/** Fingerprints of a share of a set by both hashes, with the CPU seconds that they took: { count, bytes, copies, published, ours }. */
export async function fingerprintsOf(set, share, threads) {
  const count = Math.round(set.documents * share);
  const engine = await openEngine({ engine: 'wasm', threads });
  const found = Object.fromEntries(
    Object.keys(HASHES).map((name) => [name, { fingerprints: new BigUint64Array(count), seconds: 0 }]),
  );
  const { heap } = engine;
  const copies = new Int32Array(count).fill(-1);
  let bytes = 0;
  try {
    for (const batch of batches(count, set.bytes / set.documents, copies)) {
      const [text, offsets] = [heap.place(batch.text), heap.place(batch.ends)];
      const out = heap.allocate(8 * batch.count);
      for (const [name, mode] of Object.entries(HASHES)) {
        // the first call compiles
        if (batch.first === 0) await engine.call('simhash', text, offsets, batch.count, mode, out);
        const before = process.cpuUsage();
        await engine.call('simhash', text, offsets, batch.count, mode, out);
        const { user, system } = process.cpuUsage(before);
        found[name].seconds += (user + system) / 1e6;
        found[name].fingerprints.set(heap.u64.subarray(out / 8, out / 8 + batch.count), batch.first);
      }
      bytes += batch.text.length;
      for (const block of [text, offsets, out]) heap.release(block);
    }
  } finally {
    await engine.close();
  }
  return { count, bytes, copies, ...found };
}

/** The pairs within 3 bits, the CPU seconds, and how many of the pairs are a copy and its original. */
export async function pairsOf({ fingerprints, copies }, threads) {
  const engine = await openEngine({ engine: 'wasm', threads });
  try {
    const before = process.cpuUsage();
    const words = await nearPairs(engine, arraySource(fingerprints), { maxDistance: 3 });
    const { user, system } = process.cpuUsage(before);
    let planted = 0;
    for (let at = 0; at < words.length; at += 3) if (copies[words[at + 1]] === words[at]) planted++;
    return { pairs: words.length / 3, planted, seconds: (user + system) / 1e6 };
  } finally {
    await engine.close();
  }
}

/** Documents of about `size` bytes, a quarter more or less, in batches with NULs between them. `copies` gets the original of every copy. */
export function* batches(count, size, copies, seed = SEED) {
  const next = generator(seed);
  const words = vocabulary(40_000);
  const draw = zipf(words.length, next);
  const buffer = Buffer.allocUnsafe(BATCH + 4 * Math.ceil(size) + 4096);
  for (let first = 0, done = 0; done < count; first = done) {
    const ends = [0];
    let at = 0;
    for (; done < count && at < BATCH; done++) {
      const own = ends.length - 1;
      if (own > 0 && next() % 10 === 0) {
        const original = next() % own;
        copies[done] = first + original;
        at = copyWithOneWord(buffer, ends[original], ends[original + 1] - 1, at, words[draw()], next);
      } else {
        const end = at + Math.max(4, size * 0.75 + (next() % (size / 2 + 1)));
        while (at < end) {
          at += words[draw()].copy(buffer, at);
          buffer[at++] = 0x20;
        }
      }
      buffer[at - 1] = 0;
      ends.push(at);
    }
    yield {
      text: Buffer.from(buffer.subarray(0, at)),
      ends: Uint32Array.from(ends),
      count: ends.length - 1,
      first,
    };
  }
}

/** Copies a document to `at` with one of its words replaced. Returns where the copy ends. */
function copyWithOneWord(buffer, from, to, at, word, next) {
  const middle = from + (next() % (to - from));
  const start = buffer.lastIndexOf(0x20, middle);
  const wordStart = start < from ? from : start + 1;
  const stop = buffer.indexOf(0x20, middle + 1);
  const wordEnd = stop === -1 || stop > to ? to : stop;
  let end = at + buffer.copy(buffer, at, from, wordStart);
  end += word.copy(buffer, end);
  end += buffer.copy(buffer, end, wordEnd, to);
  return end + 1;
}
