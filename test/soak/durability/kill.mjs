// kill -9 in the middle: six callers at a time add, replace, remove, expire and merge in collections with a small delta, so that every file is
// hit, and say after each change that it was acknowledged. The process is killed at every named kill point, and after some milliseconds. Then
// every acknowledged change is there, at most the one under way of each caller besides, and every index answers as one made anew from the log.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CALLERS, Callers, compareWithRebuilt, openSmall } from './kill-history.mjs';
import { storePoints } from './kill-points.mjs';
import { randomNumbers } from './sim-disk.mjs';

const CHILD = fileURLToPath(new URL('kill-child.mjs', import.meta.url));
/** Collections that are written to when a process is killed: each is a round. */
const TOGETHER = 4;
/** The process is killed after fewer changes than this, and fewer milliseconds more. */
const MOST_CHANGES = 300;
const MOST_MS = 30;
/** It is killed when a kill point is reached for at most this time. */
const MOST_REACHED = 10;

/** @returns {Promise<Record<string, number>>} */
export async function killRounds(store, rounds, { compareEvery = 10, points = storePoints(store) } = {}) {
  const parent = mkdtempSync(join(tmpdir(), 'neardup-kill-'));
  const found = {
    ...{ kills: 0, rounds: 0, callers: CALLERS, points: points.length },
    ...{ acknowledged: 0, underWay: 0, compared: 0 },
  };
  const all = Array.from({ length: TOGETHER }, (_, i) => ({
    path: join(parent, `${i}.nd`),
    model: new Callers(),
  }));
  try {
    while (found.kills < points.length || found.rounds < rounds) {
      const kill = found.kills++;
      const where = `kill ${kill}${kill < points.length ? `, at: ${points[kill]}` : ''}`;
      await runChild(parent, kill, points[kill], all, found, where);
      for (const { path, model } of all) {
        const collection = await openSmall(store, path, () => model.now);
        found.underWay += await model.judge(collection, where);
        if (found.rounds++ % compareEvery === 0) {
          await compareWithRebuilt(store, collection, path, model, where);
          found.compared++;
        }
        await collection.close();
      }
      if (found.kills % 25 === 0) console.error(JSON.stringify(found));
    }
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
  return found;
}

/** Runs the child until it is killed: at a kill point, or some milliseconds after some changes. */
async function runChild(parent, kill, point, all, found, where) {
  const random = randomNumbers(kill + 1);
  const at = point === undefined ? [] : [point, String(1 + (random() % MOST_REACHED))];
  const times = all.map(({ model }) => model.now).join(',');
  const child = spawn(process.execPath, [CHILD, parent, String(kill), times, ...at], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
  let left = point === undefined ? random() % MOST_CHANGES : Number.POSITIVE_INFINITY;
  const ms = random() % MOST_MS;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line !== 'ready') {
      const [, number, caller, said] = /^(\d+) (\d+) (.*)$/.exec(line);
      const model = all[number].model.models[caller];
      if (said !== 'done') {
        model.begin(JSON.parse(said));
        continue;
      }
      model.acknowledge();
      found.acknowledged++;
    }
    if (left-- === 0) setTimeout(() => child.kill('SIGKILL'), ms);
  }
  if ((await ended) !== 'SIGKILL') throw new Error(`${where}: the process ended by itself`);
}
