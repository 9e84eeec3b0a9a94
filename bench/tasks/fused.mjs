// Raw text to fingerprints: English, Cyrillic, Chinese, with and without stop words.
//
// From raw text to fingerprints: the fused kernel beside the two kernels one after the other, with and without stop words.
import { Canonicalizer } from '../../dist/canonicalize/index.js';
import { prepareJob } from '../../dist/corpus/index.js';
import { openEngine } from '../../dist/engines/index.js';
import { CANONICAL_GROWTH, SimhashMode } from '../../dist/engines/layouts/modes.js';
import { bestOfEach, bestOfLanes, fillHeap, rounds } from '../data/documents.mjs';

const HAN = Array.from({ length: 2000 }, (_, i) => String.fromCodePoint(0x4e00 + 7 * i)).join('');
const CASES = [
  { name: 'English, 4.2 KB', size: 4200, lang: 'en', reference: { goal: 3.0, 'prototype, 2 threads': 2.8 } },
  { name: 'English, tweets', size: 48, lang: 'en', reference: { 'prototype, 2 threads': 2.1 } },
  {
    name: 'Cyrillic, 4.2 KB',
    size: 4200,
    lang: 'uk',
    alphabet: 'оанітиверслкдумпязьбгчйхжшюцщєїфґ',
    reference: { 'prototype, 2 threads': 1.8 },
  },
  { name: 'Chinese, 4.2 KB', size: 4200, lang: 'zh', alphabet: HAN, unspaced: true },
];

export async function run(emit, { quick, threads }) {
  const bytes = quick ? 8 << 20 : 96 << 20;
  for (const { name, size, lang, alphabet, unspaced, reference } of CASES) {
    for (const count of new Set([1, threads])) {
      const engine = await openEngine({ engine: 'wasm', threads: count });
      const { heap } = engine;
      const corpus = fillHeap(heap, { bytes, size, slice: 2 << 20, alphabet, raw: true, unspaced });
      for (const stopWords of [true, false]) {
        const canonicalizer = await Canonicalizer.open(heap, { lang, stopWords });
        const jobs = corpus.slices.map((slice) => jobOf(heap, canonicalizer, slice, lang));
        for (const fingerprintsOnly of [true, false]) {
          const { best, median } = await rounds(quick ? 3 : fingerprintsOnly ? 40 : 7, async () => {
            const results = await Promise.all(
              jobs.map((job) => engine.run(prepareJob, { ...job, fingerprintsOnly })),
            );
            if (results.some((result) => result.bytes < 0)) throw new Error('the seeded text is not NFC');
          });
          const rate = (seconds) => corpus.bytes / 1e9 / seconds;
          emit({
            case: `${name}, ${stopWords ? 'stop words out' : 'all words'}, ${fingerprintsOnly ? 'fused' : 'two kernels'}`,
            value: rate(best),
            unit: 'GB/s',
            threads: count,
            engine: 'wasm',
            reference: count === threads && stopWords && fingerprintsOnly ? reference : undefined,
            median: rate(median),
            documents: corpus.documents,
          });
        }
        const most = quick ? 3 : 10;
        const { best, median } =
          count === 1
            ? bestOfEach(jobs, most, (job) => fingerprint(engine.kernels, job))
            : await bestOfLanes(jobs, count, most, (job) =>
                engine.run(prepareJob, { ...job, fingerprintsOnly: true }),
              );
        emit({
          case: `${name}, ${stopWords ? 'stop words out' : 'all words'}, fused, best of each slice`,
          value: corpus.bytes / 1e9 / best,
          unit: 'GB/s',
          threads: count,
          engine: 'wasm',
          median: corpus.bytes / 1e9 / median,
        });
      }
      await engine.close();
    }
  }
}

function jobOf(heap, canonicalizer, { text, offsets, count, bytes, out: fingerprints }, lang) {
  return {
    text,
    offsets,
    count,
    letters: canonicalizer.letters,
    stops: canonicalizer.tablesFor(text, offsets, count, new Array(count).fill(lang)).stops,
    canonicalMode: canonicalizer.mode,
    simhashMode: SimhashMode.mixed,
    out: heap.allocate(Math.ceil(CANONICAL_GROWTH * bytes) + 2 * count + 64),
    outOffsets: heap.allocate(4 * count + 4),
    words: heap.allocate(4 * count),
    fingerprints,
    contents: heap.allocate(16 * count),
  };
}

function fingerprint(kernels, { fingerprints, outOffsets, contents, ...batch }) {
  const answer = kernels.fused({ ...batch, out: fingerprints });
  if (answer !== 0) throw new Error(`the fused kernel gave ${answer} for the seeded text`);
}
