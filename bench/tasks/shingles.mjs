// Two documents of 0.5 to 4 MB: shingles of both and their comparison, on one core, beside the times of paper C
// (one document; CPU and GPU of 2011). Then the rate at which min-hash bands are made.

import { Heap, shingleShape } from '../../dist/engines/index.js';
import { loadKernels } from '../../dist/engines/load.js';
import { bandsFor } from '../../dist/fingerprint/index.js';
import { generator, vocabulary, zipf } from '../data/words.mjs';

/** Tables 3 and 4 of the paper: milliseconds on CPU and GPU. */
export const PAPER = {
  crc32: { 0.5: [881, 201], 1: [3075, 307], 2: [8584, 828], 3: [16_602, 1551], 4: [26_554, 2561] },
  md5: { 0.5: [1228, 230], 1: [4806, 463], 2: [27_016, 1285], 3: [48_025, 2474], 4: [84_342, 4153] },
};

export async function run(emit, { quick }) {
  const heap = new Heap();
  const kernels = await loadKernels('wasm', heap);
  const rounds = quick ? 5 : 25;
  for (const checksum of ['fast', 'crc32', 'md5', 'sha1']) {
    for (const order of ['classic', 'sorted']) {
      for (const megabytes of quick ? [0.5, 1] : [0.5, 1, 2, 3, 4]) {
        const shape = shingleShape({ width: 3, order, checksum });
        const [a, b] = pairOfTexts(megabytes * 2 ** 20).map((text) => place(heap, text));
        const { value, cpu, common } = best(rounds, () => compare(kernels, a, b, shape));
        const [paperCpu, paperGpu] = PAPER[checksum]?.[megabytes] ?? [];
        emit({
          case: `two documents of ${megabytes} MB, ${checksum}, ${order} order`,
          value,
          unit: 'ms',
          threads: 1,
          engine: 'wasm',
          reference: paperCpu === undefined ? undefined : { 'paper C, CPU ms': paperCpu, 'GPU ms': paperGpu },
          'cpu ms': cpu,
          common,
        });
        for (const { text, out } of [a, b]) {
          heap.release(text);
          heap.release(out);
        }
      }
    }
  }
  bandRates(emit, heap, kernels, rounds);
}

function bandRates(emit, heap, kernels, rounds) {
  const { bands, rows } = bandsFor({ threshold: 0.8 });
  for (const size of [60, 600, 4200]) {
    const documents = Math.floor(4e6 / size);
    const text = words(documents * size, size);
    const offsets = new Uint32Array(documents + 1).map((_, i) => i * size);
    for (let i = 1; i <= documents; i++) text[i * size - 1] = 0;
    const at = [text, offsets, new Uint8Array(8 * documents * bands)].map((block) => heap.place(block));
    const { value } = best(rounds, () => {
      kernels.bandKeys(at[0], at[1], documents, 3, bands, rows, 0, at[2]);
      return {};
    });
    const rate = text.length / 1e3 / value;
    emit({
      case: `${bands} bands of ${rows}, documents of ${size} bytes`,
      value: rate,
      unit: 'MB/s',
      threads: 1,
      engine: 'wasm',
    });
    for (const block of at) heap.release(block);
  }
}

function compare(kernels, a, b, shape) {
  const sizes = [a, b].map(({ text, length, out }) => kernels.shingles(text, length, shape, 0, 0, out));
  return { common: kernels.intersect(a.out, sizes[0], b.out, sizes[1]) };
}

/** The shortest of some rounds, in milliseconds of the wall clock, and of CPU time, which a busy machine changes less. */
function best(rounds, step) {
  let [value, cpu] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let result = {};
  for (let i = 0; i < rounds; i++) {
    const before = process.cpuUsage();
    const start = performance.now();
    result = step();
    value = Math.min(value, performance.now() - start);
    const { user, system } = process.cpuUsage(before);
    cpu = Math.min(cpu, (user + system) / 1000);
  }
  return { value, cpu, ...result };
}

function place(heap, bytes) {
  return { text: heap.place(bytes), length: bytes.length - 1, out: heap.allocate(8 * bytes.length + 64) };
}

/** Two texts that share the most part. */
function pairOfTexts(bytes) {
  const shift = Math.floor(bytes / 20);
  const all = words(bytes + shift, 7);
  return [all.slice(0, bytes), all.slice(shift)].map((text) => {
    text[text.length - 1] = 0;
    return text;
  });
}

/** Words by Zipf's law, single spaces between them. */
export function words(bytes, seed) {
  const all = vocabulary(50_000);
  const draw = zipf(all.length, generator(seed));
  const text = Buffer.alloc(bytes, 0x20);
  for (let at = 0; at < bytes; ) {
    const word = all[draw()];
    at += word.copy(text, at) + 1;
  }
  return text;
}
