// What a process that is killed at a named kill point leaves on the disk: a copy of the folder at that moment. Each is opened, compared with the
// model, and asked beside a collection made anew from its log.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  compareWithRebuilt,
  copyFolder,
  Model,
  makeChange,
  openSmall,
  randomChange,
} from './kill-history.mjs';
import { randomNumbers } from './sim-disk.mjs';

/** Changes after which every point was reached, with room to spare. */
const MOST_CHANGES = 400;

/** The kill points of a collection; those of `dedup` into one have their own test. */
// removal of old events: src/collection/watches/watches.test.ts looks at what is left after each step
export const storePoints = ({ KILL_POINTS }) =>
  KILL_POINTS.filter((point) => !point.startsWith('shard') && point !== 'old events removed');

/** @returns {Promise<{points: number, underWay: number}>} */
export async function copyAtPoints(store, { compareEvery = 1 } = {}) {
  const parent = mkdtempSync(join(tmpdir(), 'neardup-points-'));
  const path = join(parent, 'c.nd');
  const points = storePoints(store);
  const left = [];
  const model = new Model();
  const random = randomNumbers(7);
  try {
    const collection = await openSmall(store, path, () => model.now);
    store.onKillPoint((point) => {
      if (left.some((each) => each.point === point) || !points.includes(point)) return;
      const copy = join(parent, String(left.length));
      copyFolder(path, copy);
      left.push({ point, copy, model: model.copy() });
    });
    for (let i = 1; i < MOST_CHANGES && left.length < points.length; i++) {
      model.begin(randomChange(random, i));
      await makeChange(collection, model.underWay);
      model.acknowledge();
      if (i % 20 === 19) await collection.merge();
    }
    store.onKillPoint(undefined);
    await collection.close();
    const missing = points.filter((point) => !left.some((each) => each.point === point));
    if (missing.length > 0) throw new Error(`never reached: ${missing.join(', ')}`);
    let underWay = 0;
    for (const [i, { point, copy, model }] of left.entries()) {
      const opened = await openSmall(store, copy, () => model.now);
      if (await model.judge(opened, point)) underWay++;
      if (i % compareEvery === 0) await compareWithRebuilt(store, opened, copy, model, point);
      await opened.close();
    }
    return { points: left.length, underWay };
  } finally {
    store.onKillPoint(undefined);
    rmSync(parent, { recursive: true, force: true });
  }
}
