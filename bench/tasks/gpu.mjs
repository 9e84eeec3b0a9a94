// Document images and min-hash bands on a GPU and with wasm.
//
// The GPU beside wasm on one core, in one run: images of one document (paper C: CPU and GPU of 2011), and min-hash bands of batches of 1 MB.
// The adapter is named in every line: one in software says nothing about a real GPU. With SwiftShader of Chromium:
//   LD_LIBRARY_PATH=/usr/lib/chromium VK_ICD_FILENAMES=/usr/lib/chromium/vk_swiftshader_icd.json NEARDUP_GPU_ADAPTER=swiftshader \
//   npm run bench -- gpu
// (SwiftShader takes 100 s of the processors)
import { openEngine } from '../../dist/engines/index.js';
import { bandsFor, computeImage } from '../../dist/fingerprint/index.js';
import { PAPER, words } from '../reproduce/paper-c.mjs';

const BATCHES = 4;
const SELECTIONS = [{ keep: 'all' }, { keep: 'smallest', n: 1000 }, { keep: 'divisible', m: 25 }];

export async function run(emit, { quick }) {
  const onProgress = ({ note }) => note && console.error(String(note));
  const gpu = await openEngine({ engine: 'gpu', threads: 1, onProgress });
  const wasm = await openEngine({ engine: 'wasm', threads: 1 });
  if (gpu.gpu === undefined) return;
  const engines = { [`gpu: ${gpu.gpu.name}`]: gpu, wasm };
  for (const checksum of ['fast', 'crc32', 'md5']) {
    for (const megabytes of quick ? [1] : [1, 4]) {
      const text = words(megabytes * 2 ** 20, 7).toString();
      const form = { width: 3, order: 'sorted', checksum };
      // an adapter in software takes most of a minute for MD5 of 4 MB
      for (const selection of megabytes > 1 ? SELECTIONS.slice(1, 2) : SELECTIONS) {
        for (const [engine, opened] of Object.entries(engines)) {
          let values = 0;
          const { time, cpu } = await best(async () => {
            values = (await computeImage(opened, text, form, selection)).values.length;
          });
          const [paperCpu, paperGpu] = PAPER[checksum]?.[megabytes] ?? [];
          const reference = paperCpu && { 'paper C, CPU ms': paperCpu, 'GPU ms': paperGpu };
          const kept = Object.values(selection).join(' ');
          emit({
            case: `${megabytes} MB, ${checksum}, ${kept}`,
            value: time,
            unit: 'ms',
            engine,
            reference,
            'cpu ms': cpu,
            values,
          });
        }
      }
    }
  }
  await bandRates(emit, engines);
  for (const engine of Object.values(engines)) await engine.close();
}

async function bandRates(emit, engines) {
  const { bands, rows } = bandsFor({ threshold: 0.8 });
  for (const size of [600, 4200]) {
    const count = Math.floor(2 ** 20 / size);
    const text = words(count * size, size);
    for (let i = 1; i <= count; i++) text[i * size - 1] = 0;
    const offsets = new Uint32Array(count + 1).map((_, i) => i * size);
    for (const [engine, { heap, gpu, kernels }] of Object.entries(engines)) {
      const [at, ends, out] = [text, offsets, new Uint8Array(8 * count * bands)].map((part) =>
        heap.place(part),
      );
      const { time, cpu } = await best(async () => {
        const batch = () =>
          (gpu ?? kernels).bandKeys({ text: at, offsets: ends, count, shape: 3, bands, rows, work: 0, out });
        await Promise.all(Array.from({ length: BATCHES }, batch));
      });
      const value = (BATCHES * text.length) / 1e3 / time;
      emit({
        case: `${bands} bands of ${rows}, documents of ${size} bytes`,
        value,
        unit: 'MB/s',
        engine,
        'cpu ms': cpu,
      });
    }
  }
}

/**
 * The shorter of two rounds, of which the first makes everything ready: milliseconds of the wall clock, and of CPU time, which a busy machine
 * changes less and which is all of the work of an adapter in software.
 */
async function best(step) {
  let [time, cpu] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < 2; i++) {
    const before = process.cpuUsage();
    const start = performance.now();
    await step();
    time = Math.min(time, performance.now() - start);
    const { user, system } = process.cpuUsage(before);
    cpu = Math.min(cpu, (user + system) / 1000);
  }
  return { time, cpu };
}
