// Tables I and II: sizes before and after canonicalization, and the time of stage 1. Threads over documents beside threads over words.
import { readFileSync } from 'node:fs';
import { canonicalText } from '../../dist/canonicalize/index.js';
import { openEngine } from '../../dist/engines/index.js';
import { short } from '../data/markdown.mjs';
import { batches, fingerprintsOf, HASHES, SEED, SETS } from './paper-a.mjs';

const EXAMPLES = {
  'English news (examples)': 'articles.jsonl',
  'Ukrainian news (examples)': 'news-uk.jsonl',
};

export async function run({ size, threads }) {
  const rows = [];
  for (const set of SETS) {
    const { bytes, published, ours } = await fingerprintsOf(set, size, threads);
    const [theirs, mixed] = [published, ours].map(({ seconds }) => bytes / 1e9 / seconds);
    const { cpu1, fpga1 } = set.paper;
    rows.push([
      ...[set.name, short(set.bytes / 1e9), `${cpu1} (${short(set.bytes / 1e9 / cpu1, 2)})`],
      `${fpga1} (${short(set.bytes / 1e9 / fpga1)})`,
      ...[theirs, mixed].map((rate) => `${short(set.bytes / 1e9 / rate)} (${short(rate)})`),
    ]);
  }
  return {
    seed: SEED,
    tables: [
      {
        caption: 'Table I: sizes before and after canonicalization (stop words, tags and punctuation out)',
        head: ['set', 'before', 'after', 'share left', 'printed "words" per document', 'bytes per document'],
        rows: [
          ...SETS.map((set) => [
            ...[set.name, sizeOf(set.before), sizeOf(set.bytes), short(set.bytes / set.before, 2)],
            ...[short(set.words), short(set.bytes / set.documents)],
          ]),
          ...(await Promise.all(Object.entries(EXAMPLES).map(([name, file]) => shareLeft(name, file)))),
        ],
      },
      {
        caption: 'Table II: seconds for the whole set (GB/s)',
        head: ['set', 'GB', 'paper, 8 threads', 'paper, 4 FPGAs', 'sdbm, one core', 'mixed, one core'],
        rows,
      },
      await threadsOver(threads),
    ],
    notes: [
      `Our seconds are CPU time of ${100 * size} % of each set, divided by that share. Generated words with Zipf's frequencies, no stop words.`,
    ],
  };
}

function sizeOf(bytes) {
  return bytes >= 1e9 ? `${short(bytes / 1e9)} GB` : `${short(bytes / 1e3)} KB`;
}

async function shareLeft(name, file) {
  const path = new URL(`../../examples/${file}`, import.meta.url);
  const texts = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).text);
  const kept = await Promise.all(texts.map((text) => canonicalText(text, { stopWords: true })));
  const bytes = (list) => list.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const [before, after] = [bytes(texts), bytes(kept)];
  return [name, sizeOf(before), sizeOf(after), short(after / before, 2), '', short(after / texts.length)];
}

/** CPU time with a job for a batch of documents, and with jobs for the words of one document, as many as there are threads. */
async function threadsOver(threads) {
  const engine = await openEngine({ engine: 'wasm', threads: Math.max(2, threads) });
  const { heap } = engine;
  const [batch] = batches(1000, 4231, new Int32Array(1000));
  const [text, offsets, out] = [
    heap.place(batch.text),
    heap.place(batch.ends),
    heap.allocate(8 * batch.count),
  ];
  const halves = heap.place(halvesOf(batch));
  const time = async (work) => {
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 3; round++) {
      const before = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, (user + system) / 1e6);
    }
    return best;
  };
  const byDocuments = await time(() =>
    engine.call('simhash', text, offsets, batch.count, HASHES.published, out),
  );
  const byWords = await time(async () => {
    for (let i = 0; i < batch.count; i++) {
      const half = (part) =>
        engine.call('simhash', text, halves + 4 * (2 * i + part), 1, HASHES.published, out);
      await Promise.all([half(0), half(1)]);
    }
  });
  await engine.close();
  const paper = SETS.map(({ name, paper: { cpu, byWords: words } }) => [
    name,
    cpu,
    words,
    short(words / cpu),
  ]);
  return {
    caption: 'Seconds with threads over documents and over words (ours: CPU time)',
    head: ['set', 'over documents', 'over words', 'ratio'],
    rows: [
      ...paper,
      [
        `ours, ${batch.count} documents of 4.2 KB`,
        short(byDocuments),
        short(byWords),
        short(byWords / byDocuments),
      ],
    ],
  };
}

/** Offsets that cut every document in two between words. */
function halvesOf({ text, ends, count }) {
  const cuts = new Uint32Array(2 * count + 1);
  for (let i = 0; i < count; i++) {
    cuts[2 * i] = ends[i];
    cuts[2 * i + 1] = text.indexOf(0x20, (ends[i] + ends[i + 1]) >>> 1) + 1;
  }
  cuts[2 * count] = ends[count];
  return cuts;
}
