// All pairs within k bits, up to 2^28 fingerprints, random and skewed.
//
// All pairs within k bits: k = 3 by size and shape, the other distances, and the plain twin. Counts are checked first,
// against brute force on small sets and the linear scan, then against what C, wasm and TypeScript prototypes had found.

import { joinPairs, nearPairs } from '../../dist/duplicates/candidates/join/join-pairs.js';
import { arraySource } from '../../dist/duplicates/candidates/join/pieces.js';
import { linearPairs } from '../../dist/duplicates/index.js';
import { openEngine } from '../../dist/engines/index.js';
import { makeFingerprints } from '../data/fingerprints.mjs';

/** Seconds: paper A, Table IV, on 8 threads; the prototype of the matching study on 2, without ids. */
const REFERENCE = {
  20: { prototype: 0.036 },
  23: { paper: 8.11, prototype: 0.374 },
  25: { paper: 3.12, prototype: 1.51 },
  27: { prototype: 6.7 },
  28: { paper: 276 },
  'skewed 23': { prototype: 0.413 },
  'skewed 25': { prototype: 2.6 },
};
/** Pairs of fingerprints, equal ones counted as pairs too, that the study found in these very sets. */
const KNOWN_PAIRS = { 20: 120_773, 23: 962_305, 25: 3_852_177, 27: 15_416_938, 'skewed 23': 51_475_686 };

export async function run(emit, { quick, threads }) {
  const engine = await openEngine({ threads });
  try {
    await check(emit, engine, quick);
    for (const power of quick ? [20] : [20, 23, 25, 27, 28]) await measure(emit, engine, power, {});
    for (const power of quick ? [20] : [23, 25]) await measure(emit, engine, power, { skewed: true });
    for (const maxDistance of [0, 1, 2, 4, 5, 6, 7]) {
      await measure(emit, engine, quick ? 17 : 20, { maxDistance });
    }
  } finally {
    await engine.close();
  }
  const scalar = await openEngine({ engine: 'scalar', threads: 1 });
  await measure(emit, scalar, quick ? 17 : 20, {});
}

async function measure(emit, engine, power, { skewed = false, maxDistance = 3 }) {
  const fingerprints = makeFingerprints(2 ** power, { skewed });
  const key = skewed ? `skewed ${power}` : power;
  // the first round is the warm-up: fresh memory costs as much again
  const rounds = power >= 28 ? 2 : power >= 27 ? 4 : power >= 25 ? 6 : 9;
  const times = [];
  let pairs;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    pairs = await nearPairs(engine, arraySource(fingerprints), { maxDistance });
    times.push((performance.now() - start) / 1000);
  }
  const known = maxDistance === 3 ? KNOWN_PAIRS[key] : undefined;
  emit({
    case: `${skewed ? 'skewed' : 'random'} 2^${power}, distance ${maxDistance}`,
    value: Math.min(...times),
    unit: 's',
    median: median(times.slice(1)),
    threads: engine.threads,
    engine: engine.kernels.name,
    reference: maxDistance === 3 ? REFERENCE[key] : undefined,
    pairs: pairs.length / 3,
    verified: known === undefined ? undefined : verdict(countAll(pairs, fingerprints.length) === known),
  });
}

/** Small sets, where everything can be compared with everything. */
async function check(emit, engine, quick) {
  for (const power of quick ? [13] : [14, 17]) {
    for (const skewed of [false, true]) {
      const fingerprints = makeFingerprints(2 ** power, { skewed });
      const start = performance.now();
      const expected = linearPairs(fingerprints, { maxDistance: 3 });
      const seconds = (performance.now() - start) / 1000;
      const found = await joinPairs(engine)(fingerprints, { maxDistance: 3 });
      const same = ['starts', 'members', 'left', 'right', 'distance'].every((field) =>
        Buffer.from(found[field].buffer).equals(Buffer.from(expected[field].buffer)),
      );
      emit({
        case: `linear scan, ${skewed ? 'skewed' : 'random'} 2^${power}, distance 3`,
        value: seconds,
        unit: 's',
        threads: 1,
        engine: 'scalar',
        pairs: expected.left.length,
        verified: verdict(same),
      });
    }
  }
}

/** Pairs with equal fingerprints counted as pairs: what a plain comparison of all with all would count. */
function countAll(pairs, count) {
  const copies = new Uint32Array(count).fill(1);
  for (let at = 0; at < pairs.length; at += 3) if (pairs[at + 2] === 0) copies[pairs[at]]++;
  let all = 0;
  for (let at = 0; at < pairs.length; at += 3) {
    if (pairs[at + 2] > 0) all += copies[pairs[at]] * copies[pairs[at + 1]];
  }
  for (const n of copies) all += (n * (n - 1)) / 2;
  return all;
}

function verdict(holds) {
  if (!holds) throw new Error('join: the pairs found are not those expected');
  return 'yes';
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
