// Stage 1: fingerprints of canonical text (paper A's function, and the mixed hash), whole corpus, wall clock.
import { openEngine, SimhashMode } from '../../dist/engines.js';
import { fillHeap, rounds } from '../data/documents.mjs';
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
  const engine = await openEngine({ engine: 'scalar', threads: 1 });
  const corpus = fillHeap(engine.heap, { bytes: quick ? 4 << 20 : 16 << 20, size: 4200 });
  const rate = (seconds) => corpus.bytes / 1e9 / seconds;
  let sink = 0;
  const read = await rounds(5, async () => {
    for (const { text, bytes } of corpus.slices) {
      const words = new Float64Array(engine.heap.memory.buffer, 8 * Math.ceil(text / 8), bytes >> 3);
      for (let i = 0; i < words.length; i += 8) sink += words[i];
    }
  });
  emit({
    case: 'plain read, one word per cache line, JavaScript',
    value: rate(read.best),
    unit: 'GB/s',
    threads: 1,
    engine: 'scalar',
    median: rate(read.median),
    sink: Number.isNaN(sink) ? 0 : 1,
  });
  for (const [mode, flags] of MODES) {
    const scalar = await rounds(2, async () => {
      for (const { text, offsets, count, out } of corpus.slices)
        engine.kernels.simhash(text, offsets, count, flags, out);
    });
    emit({
      case: `documents of 4.2 KB, ${mode}, scalar twin`,
      value: rate(scalar.best),
      unit: 'GB/s',
      threads: 1,
      engine: 'scalar',
      median: rate(scalar.median),
    });
  }
  const texts = corpus.slices.slice(0, 2).flatMap(({ text, offsets, count }) => {
    const ends = engine.heap.u32.subarray(offsets / 4, offsets / 4 + count + 1);
    return Array.from({ length: count }, (_, i) =>
      Buffer.from(engine.heap.u8.slice(text + ends[i], text + ends[i + 1] - 1)).toString(),
    );
  });
  const size = texts.reduce((sum, text) => sum + text.length, 0);
  for (const { name, fingerprint } of await loadPeers()) {
    const peer = await rounds(1, async () => {
      for (const text of texts) fingerprint(text);
    });
    emit({
      case: `documents of 4.2 KB, npm ${name}`,
      value: size / 1e9 / peer.best,
      unit: 'GB/s',
      threads: 1,
      engine: name,
    });
  }
  await engine.close();
}
