// kill -9 in the middle: a process adds, replaces, removes, expires and merges in a collection with a small delta, so that every file is hit, and
// says after each change that it was acknowledged. It is killed at every named kill point, and after some milliseconds. Then every acknowledged
// change is there, at most the one under way besides, and every index answers as one made anew from the log.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compareWithRebuilt, Model, openSmall } from './kill-history.mjs';
import { storePoints } from './kill-points.mjs';
import { randomNumbers } from './sim-disk.mjs';

const CHILD = fileURLToPath(new URL('kill-child.mjs', import.meta.url));
/** The process is killed after fewer changes than this, and fewer milliseconds more. */
const MOST_CHANGES = 40;
const MOST_MS = 30;
/** It is killed when it reaches a kill point for at most this time. */
const MOST_REACHED = 4;

/** @returns {Promise<Record<string, number>>} */
export async function killRounds(store, rounds, { compareEvery = 10, points = storePoints(store) } = {}) {
  const parent = mkdtempSync(join(tmpdir(), 'neardup-kill-'));
  const path = join(parent, 'c.nd');
  const found = { rounds: 0, points: points.length, acknowledged: 0, underWay: 0, compared: 0 };
  const model = new Model();
  const wanted = [...points.map((point) => ({ point })), ...Array.from({ length: rounds }, () => ({}))];
  try {
    await (await openSmall(store, path, () => 0)).close();
    for (const [round, { point }] of wanted.entries()) {
      const where = `round ${round}${point === undefined ? '' : `, killed at: ${point}`}`;
      await runChild(path, round, point, model, found, where);
      const collection = await openSmall(store, path, () => model.now);
      if (await model.judge(collection, where)) found.underWay++;
      if (point !== undefined || round % compareEvery === 0) {
        await compareWithRebuilt(store, collection, path, model, where);
        found.compared++;
      }
      await collection.close();
      found.rounds++;
      if (found.rounds % 100 === 0) console.error(JSON.stringify(found));
    }
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
  return found;
}

/** Runs the child until it is killed: at a kill point, or some milliseconds after some changes. */
async function runChild(path, round, point, model, found, where) {
  const random = randomNumbers(round + 1);
  const at = point === undefined ? [] : [point, String(1 + (random() % MOST_REACHED))];
  const child = spawn(process.execPath, [CHILD, path, String(round), String(model.now), ...at], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
  let left = point === undefined ? random() % MOST_CHANGES : Number.POSITIVE_INFINITY;
  const ms = random() % MOST_MS;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'done') {
      model.acknowledge();
      found.acknowledged++;
    } else if (line !== 'ready') model.begin(JSON.parse(line));
    if (line !== 'ready' && line !== 'done') continue;
    if (left-- === 0) setTimeout(() => child.kill('SIGKILL'), ms);
  }
  if ((await ended) !== 'SIGKILL') throw new Error(`${where}: the process ended by itself`);
}
