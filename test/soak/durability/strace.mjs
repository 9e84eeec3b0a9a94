// Real processes on the real disk under strace: a call fails with EIO or ENOSPC, writes nothing, or is the last one of the process.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomNumbers } from './sim-disk.mjs';
import { collectionRuns } from './strace-collection.mjs';
import { keyRuns, serviceRuns } from './strace-service.mjs';
import { chooseFault, nameOf } from './traced.mjs';

/** Of each caller, so that segments are written and merged. */
const CHANGES = 12;

/** @returns {Promise<Record<string, number>>} `broken` counts the runs after which a promise was not kept; each of them is told on standard error. */
export async function straceRuns(store, runs, changes = CHANGES) {
  // strace compares paths without links
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'neardup-strace-')));
  const collection = collectionRuns(store, parent, changes);
  const [firstKey, secondKey] = [false, true].map((hasKey) => keyRuns(parent, { hasKey }));
  const inTurn = [collection, firstKey, collection, serviceRuns(parent), collection, secondKey];
  const made = new Map(inTurn.map((each) => [each, 0]));
  const random = randomNumbers(29);
  const found = {
    ...{ runs: 0, fired: 0, killed: 0, refused: 0 },
    ...{ acknowledged: 0, underWay: 0, forgotten: 0, broken: 0 },
  };
  try {
    while (found.runs < runs) {
      const subject = inTurn[found.runs++ % inTurn.length];
      const i = made.get(subject);
      made.set(subject, i + 1);
      const fault = chooseFault(await subject.points(i), i, random);
      const where = `run ${found.runs}, ${nameOf(fault)}`;
      try {
        const counts = await subject.check(i, fault, where);
        for (const name of Object.keys(found)) found[name] += Number(counts[name] ?? 0);
      } catch (error) {
        found.broken++;
        console.error(`${where}: ${error.stack}`);
      }
      if (found.runs % 25 === 0) console.error(JSON.stringify(found));
    }
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
  return found;
}
