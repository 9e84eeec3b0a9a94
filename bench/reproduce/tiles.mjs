// Figure 4: time of the comparison matrix over the number of tasks that t makes, and over threads, for texts of several lengths.
import { openEngine } from '../../dist/engines/index.js';
import { lcsCells } from '../../dist/passages/matrix.js';
import { short } from '../data/markdown.mjs';
import { numberedTexts, SEED } from './paper-d.mjs';

const LENGTHS = [500, 1000, 2000, 5000, 10_000];
const TILES = [5, 10, 20, 50, 100, 200, 500];
const THREADS = [1, 2, 4, 8];
/** The tile with which threads are compared, as in the paper's Table 1. */
const TILE = 10;

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
    const ofThreads = [];
    for (const threads of THREADS) ofThreads.push((await timesOf(threads, a, b, TILE)).cpu);
    byThreads.push([`${words} words`, ...marked(ofThreads)]);
  }
  return {
    ...{ seed: SEED, points },
    notes: [
      'The paper opens a thread for every tile: ceil(n / t) · ceil(m / t) of them. Here tiles go to a pool, so t alone decides how many tasks there are. CPU time is the sum over all threads; its least value is bold. Every cell is computed, as in the paper.',
      'The figure prints no numbers. Its statement is that the time has a minimum in the middle.',
    ],
    tables: [
      {
        caption: 'CPU ms by sentences along a side of a tile (t), 2 threads',
        head: ['text', ...TILES.map((t) => `t ${t}`)],
        rows: byTile,
      },
      {
        caption: `CPU ms by threads, t ${TILE}`,
        head: ['text', ...THREADS.map((n) => `${n} threads`)],
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
    for (let round = 0; round < 4; round++) {
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
