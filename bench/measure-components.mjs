// How `worker components` grows: CPU for each further part of the texts, and memory, on generated edges.
// node bench/measure-components.mjs [MILLIONS of texts: 200] [DISTANCE between numbers: `random`, 4 on average, as if every fourth document shared a key]
import { components } from '../dist/stages/components.js';

const [millions = '200', distance = 'random'] = process.argv.slice(2);
const texts = Number(millions) * 1e6;
const BATCH = 65_536;
const STEPS = 10;

let state = 1;
/** Below 2^32, the same ones in every run. */
function random() {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state;
}

/** Sets of two texts or more, five at most: every text with the first of its set, as Spark's edges are. */
async function* edges() {
  let [made, number, first, left] = [0, 0, 0, 0];
  while (made < texts) {
    const a = new Float64Array(BATCH);
    const b = new Float64Array(BATCH);
    for (let i = 0; i < BATCH; i++) {
      if (left === 0) {
        number += gap();
        [first, left] = [number, 1 + (random() >>> 30)];
        made++;
      }
      number += gap();
      [a[i], b[i]] = [number, first];
      made++;
      left--;
    }
    yield {
      length: BATCH,
      has: () => true,
      integers: (name) => (name === 'a' ? a : b),
      bytes: () => undefined,
    };
    report(made, 'read');
  }
}

function gap() {
  return distance === 'random' ? 1 + ((random() >>> 8) % 7) : Number(distance);
}

let [last, lastCpu] = [0, 0];
function report(made, what) {
  if (made - last < texts / STEPS && made < texts) return;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cpu = (userCPUTime + systemCPUTime) / 1e6;
  const perMillion = ((cpu - lastCpu) * 1e6) / (made - last);
  console.log(
    `${what} ${(made / 1e6).toFixed(1)} M: ${perMillion.toFixed(2)} s of CPU a million, at most ${(maxRSS / 1024).toFixed(0)} MB`,
  );
  [last, lastCpu] = [made, cpu];
}

console.log(`numbers: ${distance}; Node ${process.version}`);
let given = 0;
for await (const rows of components().run(edges())) {
  if (given === 0) [last, lastCpu] = [0, (process.cpuUsage().user + process.cpuUsage().system) / 1e6];
  given += rows.number.length;
  if (given % BATCH !== 0) report(given, 'written');
}
