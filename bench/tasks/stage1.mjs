// Stage 1: fingerprints of canonical text (paper A's function, and the mixed hash), whole corpus, wall clock.
import { openEngine, SimhashMode } from '../../dist/engines.js';
import { bestOfEach, fillHeap, rounds } from '../data/documents.mjs';
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
        const { best, median } = await rounds(quick ? 3 : 21, () =>
          Promise.all(
            corpus.slices.map(({ text, offsets, count: documents, out }) =>
              engine.run({ kind: 'simhash', text, offsets, count: documents, mode: flags, out }),
            ),
          ),
        );
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
      }
      await engine.close();
    }
  }
  await limits(emit, quick);
}

/** What the figures are to be seen beside: reading the bytes, the plain twin, other packages. */
async function limits(emit, quick) {
  const engine = await openEngine({ engine: 'wasm', threads: 1 });
  const scalar = await openEngine({ engine: 'scalar', threads: 1 });
  const bytes = quick ? 4 << 20 : 16 << 20;
  const corpus = fillHeap(engine.heap, { bytes, size: 4200, slice: 256 << 10 });
  const few = { bytes: 2 << 20, size: 4200, slice: 256 << 10 };
  const twin = fillHeap(scalar.heap, few);
  const peers = await measurePeers(emit, engine.heap, fillHeap(engine.heap, few), quick ? 1 : 3);
  const line = (name, rate, more) => emit({ case: name, value: rate, unit: 'GB/s', threads: 1, ...more });

  let sink = 0;
  const read = bestOfEach(corpus.slices, 5, ({ text, bytes: size }) => {
    const words = new Float64Array(engine.heap.memory.buffer, 8 * Math.ceil(text / 8), size >> 3);
    for (let i = 0; i < words.length; i += 8) sink += words[i];
  });
  line('plain read, one word per cache line, JavaScript', corpus.bytes / 1e9 / read, {
    engine: 'scalar',
    sink: Number.isNaN(sink) ? 0 : 1,
  });
  for (const [mode, flags] of MODES) {
    const run = (kernels) => (slice) =>
      kernels.simhash(slice.text, slice.offsets, slice.count, flags, slice.out);
    const plain = twin.bytes / 1e9 / bestOfEach(twin.slices, 2, run(scalar.kernels));
    line(`documents of 4.2 KB, ${mode}, scalar twin`, plain, { engine: 'scalar' });
    const rate = corpus.bytes / 1e9 / bestOfEach(corpus.slices, quick ? 3 : 20, run(engine.kernels));
    line(`documents of 4.2 KB, ${mode}, best of each slice`, rate, {
      engine: 'wasm',
      'times the scalar twin': rate / plain,
      'times the fastest package': peers.length > 0 ? rate / Math.max(...peers) : undefined,
      reference: flags === 0 ? { 'times the fastest package': 150 } : undefined,
    });
  }
  await engine.close();
  await scalar.close();
}

/** The rates of npm packages on the same documents, which they get as strings. */
async function measurePeers(emit, heap, { slices }, rounds) {
  const texts = slices.map(({ text, offsets, count }) => {
    const ends = heap.u32.subarray(offsets / 4, offsets / 4 + count + 1);
    return Array.from({ length: count }, (_, i) =>
      Buffer.from(heap.u8.slice(text + ends[i], text + ends[i + 1] - 1)).toString(),
    );
  });
  const size = texts.flat().reduce((sum, text) => sum + text.length, 0);
  const rates = [];
  for (const { name, fingerprint } of await loadPeers()) {
    const seconds = bestOfEach(texts, rounds, (slice) => {
      for (const text of slice) fingerprint(text);
    });
    const rate = size / 1e9 / seconds;
    emit({
      case: `documents of 4.2 KB, npm ${name}`,
      value: rate,
      unit: 'GB/s',
      threads: 1,
      engine: name,
    });
    rates.push(rate);
  }
  return rates;
}
