// Fingerprints of canonical text by length of document; a plain read and npm packages.
//
// Stage 1: fingerprints of canonical text (paper A's function, and the mixed hash), whole corpus, wall clock.
import { openEngine } from '../../dist/engines/index.js';
import { SimhashMode } from '../../dist/engines/layouts/modes.js';
import { bestOfEach, bestOfLanes, fillHeap, rounds } from '../data/documents.mjs';
import { loadPeers } from '../data/peers.mjs';

const CASES = [
  { name: 'documents of 25 KB', size: 25_000, reference: { 'prototype, 2 threads': 3.94 } },
  {
    name: 'documents of 4.2 KB',
    size: 4200,
    reference: { 'four FPGAs': 4.8, 'prototype, 2 threads': 3.7, 'paper, 8 CPU threads': 0.028 },
  },
  { name: 'posts of 100 words', size: 590 },
  { name: 'tweets of 48 bytes', size: 48, reference: { 'prototype, 2 threads': 2.93 } },
  { name: 'books of 10 MB', size: 10_000_000 },
];

const MODES = [
  ['sdbm counts', 0],
  ['mixed counts', SimhashMode.mixed],
  ['mixed sets', SimhashMode.mixed | SimhashMode.sets],
];

export async function run(emit, { quick, threads }) {
  const bytes = quick ? 8 << 20 : 128 << 20;
  for (const { name, size, reference } of CASES) {
    for (const count of new Set([1, threads])) {
      const engine = await openEngine({ engine: 'wasm', threads: count });
      const corpus = fillHeap(engine.heap, {
        bytes: Math.max(bytes, 2 * size),
        size,
        slice: Math.max(2 << 20, size),
      });
      for (const [mode, flags] of MODES) {
        const simhash = ({ text, offsets, count: documents, out }) =>
          engine.call('simhash', text, offsets, documents, flags, out);
        const { best, median } = await rounds(quick ? 3 : 40, () => Promise.all(corpus.slices.map(simhash)));
        const rate = (seconds) => corpus.bytes / 1e9 / seconds;
        emit({
          case: `${name}, ${mode}`,
          value: rate(best),
          unit: 'GB/s',
          threads: count,
          engine: 'wasm',
          reference: count === threads && flags === 0 ? reference : undefined,
          median: rate(median),
          documents: corpus.documents,
        });
        if (count === 1) continue;
        const slices = await bestOfLanes(corpus.slices, count, quick ? 3 : 10, simhash);
        emit({
          case: `${name}, ${mode}, best of each slice`,
          value: rate(slices.best),
          unit: 'GB/s',
          threads: count,
          engine: 'wasm',
          median: rate(slices.median),
        });
      }
      await engine.close();
    }
  }
  await limits(emit, quick);
}

/**
 * What the figures are to be seen beside: reading the bytes, the plain twin, other packages; all on one thread, over the same
 * documents and as often.
 */
async function limits(emit, quick) {
  const rounds = quick ? 3 : 20;
  const engine = await openEngine({ engine: 'wasm', threads: 1 });
  const scalar = await openEngine({ engine: 'scalar', threads: 1 });
  const some = { bytes: 2 << 20, size: 4200, slice: 256 << 10 };
  const corpus = fillHeap(engine.heap, some);
  const twin = fillHeap(scalar.heap, some);
  const measure = (name, slices, run, more) => {
    const { best, median } = bestOfEach(slices, rounds, run);
    const rate = (seconds) => corpus.bytes / 1e9 / seconds;
    const figures = { value: rate(best), unit: 'GB/s', threads: 1, median: rate(median), rounds };
    emit({ case: `${name}, best of each slice`, ...figures, ...more(rate(best)) });
    return rate(best);
  };

  let sink = 0;
  const read = ({ text, bytes }) => {
    const words = new Float64Array(engine.heap.memory.buffer, 8 * Math.ceil(text / 8), bytes >> 3);
    for (let i = 0; i < words.length; i += 8) sink += words[i];
  };
  measure('plain read, one word per cache line, JavaScript', corpus.slices, read, () => ({
    engine: 'scalar',
    sink: Number.isNaN(sink) ? 0 : 1,
  }));
  const texts = corpus.slices.map((slice) => textsOf(engine.heap, slice));
  const peers = (await loadPeers()).map(({ name, fingerprint }) => {
    const run = (slice) => {
      for (const text of slice) fingerprint(text);
    };
    return measure(`documents of 4.2 KB, npm ${name}`, texts, run, () => ({ engine: name }));
  });
  for (const [mode, flags] of MODES) {
    const name = `documents of 4.2 KB, ${mode}`;
    const by =
      ({ kernels }) =>
      ({ text, offsets, count, out }) =>
        kernels.simhash(text, offsets, count, flags, out);
    const plain = measure(`${name}, scalar twin`, twin.slices, by(scalar), () => ({ engine: 'scalar' }));
    measure(name, corpus.slices, by(engine), (rate) => ({
      engine: 'wasm',
      'times the scalar twin': rate / plain,
      'times the fastest package': peers.length > 0 ? rate / Math.max(...peers) : undefined,
      reference: { 'times the fastest package': 150 },
    }));
  }
  await engine.close();
  await scalar.close();
}

/** The documents of a slice as strings, which is what packages take. */
function textsOf(heap, { text, offsets, count }) {
  const ends = heap.u32.subarray(offsets / 4, offsets / 4 + count + 1);
  return Array.from({ length: count }, (_, i) =>
    Buffer.from(heap.u8.slice(text + ends[i], text + ends[i + 1] - 1)).toString(),
  );
}
