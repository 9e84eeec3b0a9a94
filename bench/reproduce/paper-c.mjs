// Paper C's times, and the comparison of two long documents by their shingles, which its tables measure for one document.
import { Heap, shingleShape } from '../../dist/engines/index.js';
import { loadKernels } from '../../dist/engines/load.js';
import { short } from '../data/markdown.mjs';
import { generator, vocabulary, zipf } from '../data/words.mjs';

export const SEED = 7;
/** Tables 3 and 4: megabytes → milliseconds on CPU and GPU. */
export const PAPER = {
  crc32: { 0.5: [881, 201], 1: [3075, 307], 2: [8584, 828], 3: [16_602, 1551], 4: [26_554, 2561] },
  md5: { 0.5: [1228, 230], 1: [4806, 463], 2: [27_016, 1285], 3: [48_025, 2474], 4: [84_342, 4153] },
};

/** CPU milliseconds of shingles of three sorted words of two documents that share the most part, and of their comparison. */
export async function compareTwo(megabytes, checksum) {
  const heap = new Heap();
  const kernels = await loadKernels('wasm', heap);
  const shape = shingleShape({ width: 3, order: 'sorted', checksum });
  const bytes = Math.floor(megabytes * 2 ** 20);
  const shift = Math.floor(bytes / 20);
  const all = words(bytes + shift, SEED);
  const sides = [all.slice(0, bytes), all.slice(shift)].map((text) => {
    text[text.length - 1] = 0;
    return { text: heap.place(text), length: bytes - 1, out: heap.allocate(16 * bytes + 64) };
  });
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage();
    const [a, b] = sides.map(({ text, length, out }) => kernels.shingles(text, length, shape, 0, 0, out));
    kernels.intersect(sides[0].out, a, sides[1].out, b);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** A table of the paper by size, with ours, and the exponent by which the times grow with the size. */
export async function byDocumentSize(checksum, most) {
  const sizes = Object.keys(PAPER[checksum])
    .map(Number)
    .filter((megabytes) => megabytes <= most);
  if (!sizes.includes(most)) sizes.push(most);
  const [rows, points] = [[], []];
  for (const megabytes of sizes.sort((a, b) => a - b)) {
    const [cpu, gpu] = PAPER[checksum][megabytes] ?? [];
    const [sorted, fast] = [await compareTwo(megabytes, checksum), await compareTwo(megabytes, 'fast')];
    rows.push([megabytes, cpu, gpu, short(sorted), short(fast)]);
    points.push(
      ...[
        ['paper, CPU', cpu],
        ['paper, GPU', gpu],
        [`neardup, ${checksum}`, sorted],
      ]
        .filter(([, ms]) => ms !== undefined)
        .map(([who, ms]) => ({ who, megabytes, ms })),
    );
  }
  const growth = (who) => {
    const own = points.filter((point) => point.who === who);
    return short(Math.log(own.at(-1).ms / own[0].ms) / Math.log(own.at(-1).megabytes / own[0].megabytes), 2);
  };
  rows.push(['exponent', growth('paper, CPU'), growth('paper, GPU'), growth(`neardup, ${checksum}`), '']);
  return {
    ...{ seed: SEED, points },
    notes: [
      'Ours is CPU time for two documents, their shingles and their comparison; the paper times one document.',
    ],
    tables: [
      {
        caption: `Milliseconds by MB of text, ${checksum.toUpperCase()} of sorted shingles of three words`,
        head: [
          'MB',
          'paper, CPU',
          'paper, GPU',
          `ours, ${checksum}, two documents`,
          'ours, default checksum',
        ],
        rows,
      },
    ],
  };
}

/** Words by Zipf's law, single spaces between them. */
export function words(bytes, seed) {
  const all = vocabulary(50_000);
  const draw = zipf(all.length, generator(seed));
  const text = Buffer.alloc(bytes, 0x20);
  for (let at = 0; at < bytes; ) at += all[draw()].copy(text, at) + 1;
  return text;
}
