// kill -9 in the middle: a process adds, replaces, removes and merges in a collection with a small delta, so that every file is hit, and says after
// each call that it was acknowledged. It is killed after some milliseconds. Then every acknowledged change is there, at
// most the one under way besides, and every index answers as one made anew from the log.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { randomNumbers } from './sim-disk.mjs';

const CHILD = fileURLToPath(new URL('kill-child.mjs', import.meta.url));
export const OPEN = { delta: 16, engine: 'scalar', threads: 1 };
const IDS = 40;
/** The process is killed after fewer changes than this, and fewer milliseconds more. */
const MOST_CHANGES = 40;
const MOST_MS = 30;

/** @returns {Promise<Record<string, number>>} */
export async function killRounds({ openCollection }, rounds, { compareEvery = 10 } = {}) {
  const parent = mkdtempSync(join(tmpdir(), 'neardup-kill-'));
  const path = join(parent, 'c.nd');
  const found = { rounds, acknowledged: 0, underWay: 0, compared: 0 };
  const model = new Map();
  try {
    await (await openCollection(path, { ...OPEN, create: { shingle: 2 } })).close();
    for (let round = 0; round < rounds; round++) {
      const random = randomNumbers(round + 1);
      const underWay = await runChild(path, round, random, model, found);
      const collection = await openCollection(path, OPEN);
      const views = [viewOf(model), viewOf(changed(model, underWay))];
      const view = await documentsOf(collection);
      const at = views.indexOf(view);
      if (at === -1) throw new Error(`round ${round}: found ${view}, expected ${views.join(' or ')}`);
      if (at === 1 && underWay !== undefined) {
        found.underWay++;
        replaceRows(model, changed(model, underWay));
      }
      if (round % compareEvery === 0) {
        await compareWithRebuilt(collection, openCollection, path, join(parent, 'anew.nd'), model);
        found.compared++;
      }
      await collection.close();
    }
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
  return found;
}

/** Runs the child until it is killed: some milliseconds after some changes. Returns the change that was not acknowledged. */
async function runChild(path, round, random, model, found) {
  const child = spawn(process.execPath, [CHILD, path, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
  let left = random() % MOST_CHANGES;
  const ms = random() % MOST_MS;
  let underWay;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'done') {
      replaceRows(model, changed(model, underWay));
      underWay = undefined;
      found.acknowledged++;
    } else if (line !== 'ready') underWay = JSON.parse(line);
    if (line !== 'ready' && line !== 'done') continue;
    if (left-- === 0) setTimeout(() => child.kill('SIGKILL'), ms);
  }
  if ((await ended) !== 'SIGKILL') throw new Error(`round ${round}: the process ended by itself`);
  return underWay;
}

function replaceRows(rows, after) {
  rows.clear();
  for (const [id, text] of after) rows.set(id, text);
}

/** Every stored document is asked for its near-duplicates, in the collection and in one whose derived files are made anew. */
async function compareWithRebuilt(collection, openCollection, path, copy, model) {
  cpSync(path, copy, {
    recursive: true,
    filter: (from) => !/\/writer\.|\/MANIFEST$|\/derived\/./.test(from),
  });
  const anew = await openCollection(copy, OPEN);
  for (const id of [...model.keys()].slice(0, 12)) {
    const [a, b] = await Promise.all([collection.check({ id }), anew.check({ id })]);
    if (JSON.stringify(a.pairs) !== JSON.stringify(b.pairs)) {
      throw new Error(`${id}: ${JSON.stringify(a.pairs)} instead of ${JSON.stringify(b.pairs)}`);
    }
  }
  await anew.close();
  rmSync(copy, { recursive: true });
}

async function documentsOf(collection) {
  const rows = new Map();
  for await (const { id, text } of collection.documents()) rows.set(id, text);
  return viewOf(rows);
}

function viewOf(rows) {
  return JSON.stringify([...rows].sort());
}

function changed(rows, change) {
  const after = new Map(rows);
  for (const [id, text] of change?.add ?? []) after.set(id, text);
  for (const id of change?.remove ?? []) after.delete(id);
  return after;
}

/** A random change: documents to add or replace, or ids to remove. */
export function randomChange(random) {
  const id = () => `d${random() % IDS}`;
  if (random() % 4 === 0) return { remove: [...new Set([id(), id(), id()])] };
  const rows = new Map();
  for (let i = 0; i < 1 + (random() % 6); i++) rows.set(id(), textOf(random));
  return { add: [...rows] };
}

/** Few different texts with small edits, so that there are near-duplicates. */
function textOf(random) {
  const words = Array.from({ length: 30 }, (_, i) => `w${i}s${random() % 4 === 0 ? random() % 3 : 0}`);
  return words.join(' ');
}
