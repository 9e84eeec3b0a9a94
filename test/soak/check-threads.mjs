// A million random documents must get the same fingerprints on one thread and on two, in every mode; and the plain engine the same for a part of them (all with --all: minutes).
// Usage: node test/soak/check-threads.mjs [DOCUMENTS] [--all]
import { createHash } from 'node:crypto';
import { generator, vocabulary, zipf } from '../../bench/data/words.mjs';
import { Canonicalizer } from '../../dist/canonicalize/index.js';
import { prepareJob } from '../../dist/corpus/index.js';
import { openEngine } from '../../dist/engines/index.js';
import { CANONICAL_GROWTH, SimhashMode } from '../../dist/engines/layouts/modes.js';

const all = process.argv.includes('--all');
const documents = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 1_000_000);
const BATCH = 4096;
/** What the plain engine does without `--all`: whole batches. */
const SAMPLE = 10 * BATCH;
const MODES = {
  'sdbm counts': 0,
  mixed: SimhashMode.mixed,
  'mixed sets': SimhashMode.mixed | SimhashMode.sets,
};

const part = Math.min(SAMPLE, documents);
const ways = [
  { engine: 'wasm', threads: 1, count: documents },
  { engine: 'wasm', threads: 2, count: documents },
  { engine: 'wasm', threads: 1, count: part },
  { engine: 'scalar', threads: 1, count: part },
  ...(all ? [{ engine: 'scalar', threads: 2, count: documents }] : []),
];
const digests = new Map();
for (const way of ways) {
  const start = performance.now();
  const found = await digestsOf(way);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  for (const { mode, digest } of found) {
    const key = `${mode}, ${way.count} documents`;
    console.log(`${digest}  ${key}  ${way.engine}, ${way.threads} thr`);
    digests.set(key, (digests.get(key) ?? new Set()).add(digest));
  }
  console.log(`${seconds} s`);
}
const same = [...digests.values()].every((found) => found.size === 1);
console.log(same ? 'all the same' : 'THEY DIFFER');
process.exit(same ? 0 : 1);

/** A digest of all fingerprints, for every mode. */
async function digestsOf({ engine: name, threads, count }) {
  const engine = await openEngine({ engine: name, threads });
  const canonicalizer = await Canonicalizer.open(engine.heap, { lang: 'en', stopWords: true });
  const hashes = new Map();
  const texts = batches(count);
  // a few batches at a time, so that two threads have something to do and memory stays small
  while (true) {
    const round = Array.from({ length: 8 }, () => texts.next().value).filter((batch) => batch !== undefined);
    if (round.length === 0) break;
    const jobs = round.map((batch) => jobOf(engine.heap, canonicalizer, batch));
    for (const [mode, simhashMode] of Object.entries(MODES)) {
      if (!hashes.has(mode)) hashes.set(mode, createHash('sha256'));
      await Promise.all(jobs.map((job) => engine.run(prepareJob, { ...job, simhashMode })));
      for (const job of jobs)
        hashes.get(mode).update(engine.heap.u8.slice(job.fingerprints, job.fingerprints + 8 * job.count));
    }
    for (const { blocks } of jobs) for (const block of blocks) engine.heap.release(block);
  }
  await engine.close();
  return [...hashes].map(([mode, hash]) => ({ mode, digest: hash.digest('hex').slice(0, 16) }));
}

/** Random documents of 0 to 120 words in three scripts, with punctuation; the same for every call. */
function* batches(count) {
  const next = generator(11);
  const scripts = [
    undefined,
    'оанітиверслкдумпязьбгчйхжшюцщєїфґ',
    '的一是不了人我在有他这中大来上国个到说们',
  ];
  const drawers = scripts.map((alphabet) => {
    const words = vocabulary(4000, alphabet).map((word) => word.toString());
    const draw = zipf(words.length, next);
    return () => words[draw()];
  });
  for (let done = 0; done < count; done += BATCH) {
    const texts = Array.from({ length: Math.min(BATCH, count - done) }, () => {
      const word = drawers[next() % 8 < 6 ? 0 : 1 + (next() % 2)];
      let text = '';
      for (let left = next() % (next() % 8 === 0 ? 120 : 14); left > 0; left--)
        text += word() + (next() % 9 === 0 ? ', ' : ' ');
      return text;
    });
    yield texts;
  }
}

function jobOf(heap, canonicalizer, texts) {
  const bytes = Buffer.from(texts.map((text) => `${text}\0`).join(''));
  const ends = [0];
  for (const text of texts) ends.push(ends.at(-1) + Buffer.byteLength(text) + 1);
  const count = texts.length;
  const text = heap.place(bytes);
  const offsets = heap.place(Uint32Array.from(ends));
  const out = heap.allocate(Math.ceil(CANONICAL_GROWTH * bytes.length) + 2 * count + 64);
  const [outOffsets, words, fingerprints] = [4 * count + 4, 4 * count, 8 * count].map((size) =>
    heap.allocate(size),
  );
  const { stops } = canonicalizer.tablesFor(text, offsets, count, new Array(count).fill('en'));
  return {
    text,
    offsets,
    count,
    letters: canonicalizer.letters,
    stops,
    canonicalMode: canonicalizer.mode,
    out,
    outOffsets,
    words,
    fingerprints,
    contents: 0,
    blocks: [text, offsets, out, outOffsets, words, fingerprints, ...(stops === 0 ? [] : [stops])],
  };
}
