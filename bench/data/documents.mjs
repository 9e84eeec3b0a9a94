// Canonical documents on the heap of an engine, in slices that are jobs: what the stage-1 benchmarks run over.
import { generator, vocabulary, zipf } from './words.mjs';

const MARKS = [Buffer.from('，'), Buffer.from('。')];

/**
 * Fills about `bytes` of heap with documents of about `size` bytes (a quarter more or less).
 * `raw` turns some separators into punctuation and some letters into capitals, as text has them; `unspaced` puts nothing
 * between words, and punctuation of its own after some, as Chinese has it.
 */
export function fillHeap(heap, options) {
  const { bytes, size, slice = 1 << 20, seed = 7, alphabet, raw = false, unspaced = false } = options;
  const next = generator(seed);
  const words = vocabulary(40_000, alphabet);
  const draw = zipf(words.length, next);
  const slices = [];
  let documents = 0;
  let total = 0;
  const buffer = Buffer.allocUnsafe(slice + 2 * size + 4096);
  while (total < bytes) {
    const ends = [0];
    let at = 0;
    while (at < slice) {
      const end = at + size * 0.75 + (next() % (size / 2 + 1));
      let capital = raw;
      while (at < end) {
        const word = words[draw()];
        word.copy(buffer, at);
        if (capital && buffer[at] < 0x80) buffer[at] -= 32;
        capital = false;
        at += word.length;
        if (unspaced) {
          if (next() % 3 === 0) at += MARKS[next() % 2].copy(buffer, at);
          continue;
        }
        if (raw && next() % 8 === 0) {
          buffer[at++] = next() % 2 === 0 ? 0x2c : 0x2e;
          capital = buffer[at - 1] === 0x2e;
        }
        buffer[at++] = 0x20;
      }
      if (unspaced) at++;
      buffer[at - 1] = 0;
      ends.push(at);
    }
    const count = ends.length - 1;
    const text = heap.allocate(at);
    heap.u8.set(buffer.subarray(0, at), text);
    slices.push({
      text,
      offsets: heap.place(Uint32Array.from(ends)),
      count,
      bytes: at,
      out: heap.allocate(8 * count),
    });
    documents += count;
    total += at;
  }
  return { slices, documents, bytes: total };
}

/**
 * Seconds for all slices on the calling thread: each at its best of several rounds, which is what the kernel can do on a machine
 * whose neighbors slow now this slice and now that, and the median of whole rounds. One round goes before and is not counted.
 */
export function bestOfEach(slices, count, run) {
  const best = slices.map(() => Number.POSITIVE_INFINITY);
  const rounds = [];
  for (let round = -1; round < count; round++) {
    let whole = 0;
    slices.forEach((slice, i) => {
      const start = performance.now();
      run(slice);
      const seconds = (performance.now() - start) / 1000;
      if (round >= 0) best[i] = Math.min(best[i], seconds);
      whole += seconds;
    });
    if (round >= 0) rounds.push(whole);
  }
  rounds.sort((a, b) => a - b);
  return { best: best.reduce((sum, seconds) => sum + seconds, 0), median: rounds[rounds.length >> 1] };
}

/**
 * The same with several threads: as many lanes as there are threads go through all slices at once, each beginning at another one,
 * so every slice is timed, by the message to its worker and back, while the other threads work. Seconds for all slices if the threads
 * share them.
 */
export async function bestOfLanes(slices, lanes, count, run) {
  const best = slices.map(() => Number.POSITIVE_INFINITY);
  const rounds = [];
  for (let round = -1; round < count; round++) {
    let whole = 0;
    const lane = async (_, number) => {
      for (let i = 0; i < slices.length; i++) {
        const at = (i + Math.floor((number * slices.length) / lanes)) % slices.length;
        const start = performance.now();
        await run(slices[at]);
        const seconds = (performance.now() - start) / 1000;
        if (round >= 0) best[at] = Math.min(best[at], seconds);
        whole += seconds;
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    if (round >= 0) rounds.push(whole / lanes / lanes);
  }
  rounds.sort((a, b) => a - b);
  return {
    best: best.reduce((sum, seconds) => sum + seconds, 0) / lanes,
    median: rounds[rounds.length >> 1],
  };
}

/** Minimum and median of several rounds, in seconds; one round goes before and is not counted. */
export async function rounds(count, round) {
  await round();
  const times = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await round();
    times.push((performance.now() - start) / 1000);
  }
  times.sort((a, b) => a - b);
  return { best: times[0], median: times[times.length >> 1] };
}
