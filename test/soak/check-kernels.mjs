// Compares canonicalize and simhash with their plain twins on random batches, all in the memory of one worker: a batch follows hostile ones. Documents have up to 500 KB, vocabularies up to 100,000 words.
// node test/soak/check-kernels.mjs [--batches 100000] [--seed 1]; the tests run a few hundred batches. Needs a build.
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { letterTable } from '../../dist/canonicalize/letter-table.js';
import { openStopWords } from '../../dist/canonicalize/stop-words.js';
import { Heap } from '../../dist/engines/index.js';
import { CANONICAL_GROWTH, CanonicalMode } from '../../dist/engines/layouts/modes.js';
import { loadKernels } from '../../dist/engines/load.js';
import { batchMaker } from './random-batches.mjs';

/** Throws at the first difference, and names the batch. Gives how many batches were NFC, or known to be. */
export async function checkKernels({ batches, seed, progress = () => {} }) {
  const heap = new Heap();
  const engines = { wasm: await loadKernels('wasm', heap), scalar: await loadKernels('scalar', heap) };
  const letters = heap.place(letterTable());
  const lists = openStopWords(2);
  const tables = ['en', 'uk', 'zh'].map((lang) => heap.place(lists(lang)));
  const next = batchMaker(seed);
  const sums = { batches: 0, bytes: 0, settled: 0 };
  for (let number = 0; number < batches; number++) {
    const { documents, kind, random } = next();
    const choice = {
      stops: ['none', 'one', 'several'][random(3)],
      canonicalMode:
        random(4) | (random(2) * CanonicalMode.normalized) | (random(8) === 0 ? CanonicalMode.sentences : 0),
      simhashMode: random(8),
    };
    const blocks = [];
    const allocate = (bytes) => {
      blocks.push(heap.allocate(bytes));
      return blocks.at(-1);
    };
    const input = placeBatch(heap, allocate, documents, choice.stops, tables, random);
    try {
      sums.settled += compare(heap, allocate, engines, { ...input, letters, ...choice });
    } catch (error) {
      error.message = `seed ${seed}, batch ${number} (${kind}, ${documents.length} documents, ${JSON.stringify(choice)}): ${error.message}`;
      throw error;
    }
    for (const block of blocks) heap.release(block);
    sums.batches++;
    sums.bytes += input.bytes;
    progress(sums);
  }
  return sums;
}

function placeBatch(heap, allocate, documents, stops, tables, random) {
  const count = documents.length;
  const ends = new Uint32Array(count + 1);
  documents.forEach((document, i) => {
    ends[i + 1] = ends[i] + document.length + 1;
  });
  const bytes = ends[count];
  const text = allocate(bytes);
  // what is around a batch must not matter
  heap.u8.fill(random(256), text - 64, text + bytes + 64);
  documents.forEach((document, i) => {
    heap.u8.set(document, text + ends[i]);
    heap.u8[text + ends[i + 1] - 1] = 0;
  });
  const offsets = allocate(4 * count + 4);
  heap.u32.set(ends, offsets / 4);
  if (stops === 'none') return { text, offsets, count, bytes, stops: 0 };
  const address = allocate(4 * count);
  const one = tables[random(tables.length)];
  for (let i = 0; i < count; i++) {
    heap.u32[address / 4 + i] = stops === 'one' ? one : [0, ...tables][random(1 + tables.length)];
  }
  return { text, offsets, count, bytes, stops: address };
}

/** Whether the text is NFC, or known to be. */
function compare(heap, allocate, { wasm, scalar }, batch) {
  const { text, offsets, count, letters, stops, canonicalMode, simhashMode } = batch;
  const room = Math.ceil(CANONICAL_GROWTH * batch.bytes) + 2 * count + 64;
  const results = [wasm, scalar].map((kernels) => {
    const [out, outOffsets, words, prints] = [room, 4 * count + 4, 4 * count, 8 * count].map(allocate);
    const bytes = kernels.canonicalize({
      ...{ text, offsets, count, letters, stops, mode: canonicalMode },
      ...{ out, outOffsets, words, places: 0 },
    });
    if (bytes >= 0) kernels.simhash(out, outOffsets, count, simhashMode, prints);
    return { bytes, out, outOffsets, words, prints };
  });
  const [kernel, twin] = results;
  if (kernel.bytes !== twin.bytes)
    throw new Error(`canonicalize answers ${kernel.bytes} instead of ${twin.bytes}`);
  const settled = twin.bytes >= 0;
  if (settled) {
    expectSame(heap, 'canonical text', kernel.out, twin.out, twin.bytes);
    expectSame(heap, 'offsets', kernel.outOffsets, twin.outOffsets, 4 * count + 4);
    expectSame(heap, 'numbers of words', kernel.words, twin.words, 4 * count);
    expectSame(heap, 'fingerprints', kernel.prints, twin.prints, 8 * count);
  }
  return settled;
}

function expectSame(heap, what, found, expected, bytes) {
  const [a, b] = [found, expected].map((at) => heap.u8.subarray(at, at + bytes));
  if (Buffer.compare(a, b) !== 0)
    throw new Error(`${what} differ at byte ${a.findIndex((byte, i) => byte !== b[i])}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { batches: { type: 'string' }, seed: { type: 'string' } } });
  const [batches, seed] = [Number(values.batches ?? 100_000), Number(values.seed ?? randomInt(2 ** 31))];
  console.log(`seed ${seed}, ${batches} batches`);
  const start = Date.now();
  const line = ({ batches: done, bytes, settled }) =>
    `${done} batches, ${Math.round(bytes / 1e6)} MB, ${done - settled} not NFC, ${Math.round((Date.now() - start) / 1000)} s`;
  const progress = (sums) => {
    if (sums.batches % 5000 === 0) console.log(line(sums));
  };
  console.log(`no difference: ${line(await checkKernels({ batches, seed, progress }))}`);
}
