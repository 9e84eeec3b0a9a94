// Paper D's comparison matrix: time by words, engine and threads.
//
// The comparison matrix (paper D) of two texts that share a fifth of their sentences: time by words, engine and threads, and how
// many cells are ruled out before their LCS is computed. All ways give the same cells.

import { openEngine } from '../../dist/engines/index.js';
import { lcsCells } from '../../dist/passages/matrix.js';
import { rounds } from '../data/documents.mjs';
import { numberedTexts } from '../reproduce/paper-d.mjs';

const SIZES = [500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];
const REFERENCE = { 10000: 'goal 20 ms on 2 threads' };

export async function run(emit, { quick }) {
  const sizes = quick ? SIZES.slice(0, 5) : SIZES;
  const ways = [
    { engine: 'wasm', threads: 1 },
    { engine: 'wasm', threads: 2 },
    { engine: 'wasm', threads: 1, pruned: false, most: 20_000 },
    { engine: 'scalar', threads: 1 },
    { engine: 'scalar', threads: 1, pruned: false, most: 10_000 },
  ];
  for (const { engine: name, threads, pruned = true, most = Number.POSITIVE_INFINITY } of ways) {
    const engine = await openEngine({ engine: name, threads });
    let before;
    for (const words of sizes.filter((size) => size <= most)) {
      const [a, b] = numberedTexts(words);
      const options = { similarWeight: 0.6, pruned };
      const repeats = words <= 10_000 ? 30 : 8;
      let cells;
      const { best, median } = await rounds(pruned || name === 'wasm' ? repeats : 3, async () => {
        cells = await lcsCells(engine, a, b, options);
      });
      const all = (a.starts.length - 1) * (b.starts.length - 1);
      emit({
        case: `${words} words both sides${pruned ? '' : ', not pruned'}`,
        value: 1000 * best,
        unit: 'ms',
        threads,
        engine: name,
        reference: pruned && name === 'wasm' ? REFERENCE[words] : undefined,
        'median ms': 1000 * median,
        cells: all,
        skipped: 1 - cells.computed / all,
        found: cells.row.length,
        ...(before && {
          'growth per doubling': (best / before.best) ** (1 / Math.log2(words / before.words)),
        }),
      });
      before = { words, best };
    }
    await engine.close();
  }
}
