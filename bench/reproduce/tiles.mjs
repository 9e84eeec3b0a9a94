// Figure 4: time of the comparison matrix over the number of tasks that t makes, and over threads, for texts of several lengths.
import { openEngine } from '../../dist/engines/index.js';
import { lcsCells } from '../../dist/passages/matrix.js';
import { short } from '../data/markdown.mjs';
import { numberedTexts, SEED } from './paper-d.mjs';

const LENGTHS = [500, 1000, 2000, 5000, 10_000];
const TILES = [5, 10, 20, 50, 100, 200, 500];
const THREADS = [1, 2, 4, 8];
/** Tiles with which threads are compared: that of the paper's Table 1, and a larger one. */
const TILES_OF_THREADS = [10, 100];
/** The least time of this many runs, or of those that fit in a second. */
const ROUNDS = 200;

export async function run({ size }) {
  const lengths = [...LENGTHS.filter((words) => words < size), size];
  const points = [];
  const byTile = [];
  const byThreads = [];
  for (const words of lengths) {
    const [a, b] = numberedTexts(words);
    const sides = [a, b].map(({ starts }) => starts.length - 1);
    const times = [];
    for (const tile of TILES) {
      const times1 = await timesOf(2, a, b, tile);
      const tasks = sides.map((sentences) => Math.ceil(sentences / tile)).reduce((x, y) => x * y);
      times.push(times1.cpu);
      points.push({ words, tile, tasks, ...times1 });
    }
    byTile.push([`${words} words`, ...marked(times)]);
    for (const tile of TILES_OF_THREADS) {
      const walls = [];
      for (const threads of THREADS) walls.push((await timesOf(threads, a, b, tile)).wall);
      byThreads.push([`${words} words, t ${tile}`, ...marked(walls)]);
    }
  }
  return {
    ...{ seed: SEED, points },
    notes: [
      'The figure prints no numbers; its statement is that the time has a minimum in the middle. The paper opens a thread for every tile, ceil(n / t) · ceil(m / t) of them. Here tiles go to a pool: too small tiles cost more messages than work, too large ones leave threads idle. The least value of a row is bold. Every cell is computed, as in the paper. Where other programs use the processors, a second thread gains nothing.',
    ],
    tables: [
      {
        caption: 'CPU ms by sentences along a side of a tile (t), 2 threads',
        head: ['text', ...TILES.map((t) => `t ${t}`)],
        rows: byTile,
      },
      {
        caption: `Milliseconds by threads, the least of up to ${ROUNDS} runs`,
        head: ['text', ...THREADS.map((n) => (n === 1 ? '1 thread' : `${n} threads`))],
        rows: byThreads,
      },
    ],
  };
}

function marked(times) {
  const least = Math.min(...times);
  return times.map((ms) => (ms === least ? `**${short(ms)}**` : short(ms)));
}

async function timesOf(threads, a, b, tile) {
  const engine = await openEngine({ engine: 'wasm', threads });
  const best = { cpu: Number.POSITIVE_INFINITY, wall: Number.POSITIVE_INFINITY };
  try {
    const begun = performance.now();
    for (let round = 0; round < 4 || (round < ROUNDS && performance.now() - begun < 1000); round++) {
      const [before, start] = [process.cpuUsage(), performance.now()];
      await lcsCells(engine, a, b, { similarWeight: 0.6, tile, pruned: false });
      const { user, system } = process.cpuUsage(before);
      best.cpu = Math.min(best.cpu, (user + system) / 1000);
      best.wall = Math.min(best.wall, performance.now() - start);
    }
  } finally {
    await engine.close();
  }
  return best;
}
