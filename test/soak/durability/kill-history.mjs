// What happens to a collection until its process is killed, a model of what must be there afterwards, and the comparison of every index with
// one made anew from the log. Time is a number of seconds that every change tells, so that documents expire at known moments.
import { cpSync, rmSync } from 'node:fs';

/** A small delta and small log files, so that segments, merges and copies of the log are all under way within a few changes. */
const SMALL = { delta: 16, logFile: 6000, threads: 1 };
const SETTINGS = { shingle: 2, indexes: ['passages', 'search'] };
const START = 1_790_000_000;
const IDS = 60;
/** Documents that are asked about in a comparison. */
const ASKED = 8;

/** @param now {() => number} the second that it is */
export function openSmall({ openCollection }, path, now) {
  return openCollection(path, { ...SMALL, create: SETTINGS, clock: () => 1000 * (START + now()) });
}

/** A random change in this second: documents to add or replace, some of which expire; or what is removed. Every caller has ids of its own. */
export function randomChange(random, now, caller = 0) {
  const id = () => `${caller}d${random() % IDS}`;
  const kind = random() % 12;
  if (kind < 2) return { now, remove: [...new Set([id(), id(), id()])] };
  if (kind === 2) return { now, prefix: `${caller}d${1 + (random() % 5)}` };
  if (kind === 3) return { now, expired: true };
  const rows = new Map();
  for (let i = 0; i < 1 + (random() % 8); i++) {
    rows.set(id(), { text: textOf(random), expires: random() % 4 === 0 ? now + 1 + (random() % 30) : 0 });
  }
  return { now, add: [...rows] };
}

export async function makeChange(collection, { add, remove, prefix, expired }) {
  if (remove !== undefined) await collection.remove(remove);
  else if (add === undefined) await collection.removeWhere({ prefix, expired });
  else {
    const when = (expires) => new Date(1000 * (START + expires)).toISOString();
    await collection.add(
      add.map(([id, { text, expires }]) => ({
        id,
        text,
        ...(expires > 0 && { meta: { expires: when(expires) } }),
      })),
    );
  }
}

/** Sentences of few kinds with small edits, so that there are near-duplicates, passages and words to search for. */
function textOf(random) {
  const sentence = () => {
    const kind = random() % 5;
    const words = Array.from({ length: 12 }, (_, i) => `w${(kind * 7 + i * 5) % 31}k${kind}`);
    if (random() % 4 === 0) words[random() % 12] = `e${random() % 9}`;
    return `A ${words.join(' ')}.`;
  };
  return Array.from({ length: 1 + (random() % 4) }, sentence).join(' ');
}

/** Callers that change a collection at the same time. */
export const CALLERS = 6;

/** What must be there if several callers change a collection: of each everything acknowledged, and perhaps its change under way. */
export class Callers {
  models = Array.from({ length: CALLERS }, () => new Model());

  get now() {
    return Math.max(...this.models.map(({ now }) => now));
  }

  /** Compares with what a collection has; returns how many changes under way are among it. */
  async judge(collection, where) {
    const found = await textsOf(collection);
    const { now } = this;
    return this.models.filter((model, caller) => {
      const own = [...found].filter(([id]) => id.startsWith(`${caller}d`));
      model.now = now;
      return model.judgeTexts(new Map(own), `${where}, caller ${caller}`);
    }).length;
  }

  ids() {
    return this.models.flatMap((model) => model.ids());
  }
}

/** What must be there: everything acknowledged, and perhaps some of the change under way. */
export class Model {
  rows = new Map();
  now = 0;
  underWay = undefined;

  begin(change) {
    this.now = change.now;
    this.underWay = change;
  }

  acknowledge() {
    this.rows = changed(this.rows, this.underWay);
    this.underWay = undefined;
  }

  copy() {
    return Object.assign(new Model(), { ...this });
  }

  /** Compares with what a collection has. True if some of the change under way is among it; then it is from now on. */
  async judge(collection, where) {
    return this.judgeTexts(await textsOf(collection), where);
  }

  judgeTexts(found, where) {
    const outcomes = partsOf(this.underWay).map((part) => changed(this.rows, part));
    const views = outcomes.map((rows) => this.view(rows));
    const view = viewOf(found);
    const at = views.indexOf(view);
    if (at === -1) throw new Error(`${where}: found ${view}, expected ${views.join(' or ')}`);
    this.rows = outcomes[at];
    this.underWay = undefined;
    return at > 0;
  }

  ids() {
    return JSON.parse(this.view()).map(([id]) => id);
  }

  /** The documents that have not expired. */
  view(rows = this.rows) {
    const living = [...rows].filter(([, { expires }]) => expires === 0 || expires > this.now);
    return viewOf(new Map(living.map(([id, { text }]) => [id, text])));
  }
}

/** What may be there of a change under way: nothing, all, or the first documents, since a full group of several callers ends inside of a call. */
function partsOf(change) {
  if (change?.add === undefined) return change === undefined ? [undefined] : [undefined, change];
  return Array.from({ length: change.add.length + 1 }, (_, i) => ({
    ...change,
    add: change.add.slice(0, i),
  }));
}

async function textsOf(collection) {
  const found = new Map();
  for await (const { id, text } of collection.documents()) found.set(id, text);
  return found;
}

const viewOf = (texts) => JSON.stringify([...texts].sort());

function changed(rows, change) {
  const after = new Map(rows);
  if (change === undefined) return after;
  const { now, add = [], remove = [], prefix, expired } = change;
  for (const [id, row] of add) after.set(id, row);
  for (const id of remove) after.delete(id);
  for (const [id, { expires }] of rows) {
    if (prefix !== undefined && id.startsWith(prefix)) after.delete(id);
    if (expired && expires > 0 && expires <= now) after.delete(id);
  }
  return after;
}

/** Copies the folder of a collection as a killed process leaves it. */
export function copyFolder(from, to, leaveOut = /\/writer\./) {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, filter: (path) => !leaveOut.test(path) });
}

/**
 * Asks a collection, and one of its log alone: for near-duplicates and passages as they are, and for the nearest after a merge, which weighs words
 * anew in both.
 */
export async function compareWithRebuilt(store, collection, path, model, where) {
  const [kept, anew] = [`${path}-kept`, `${path}-anew`];
  copyFolder(path, kept);
  copyFolder(path, anew, /\/writer\.|\/MANIFEST$|\/derived\/./);
  const now = () => model.now;
  const [a, b] = [await openSmall(store, kept, now), await openSmall(store, anew, now)];
  const ids = model.ids().slice(0, ASKED);
  const same = async (name, first, second) => {
    const [x, y] = [JSON.stringify(await first), JSON.stringify(await second)];
    if (x !== y) throw new Error(`${where}, ${name}: ${x} instead of ${y}`);
  };
  const pairs = async (from, id) => (await from.check({ id })).pairs;
  const sources = async (from, id) => comparable(await from.sources({ id }));
  const nearest = async (from, id) => (await from.search({ id }, { k: 5 })).results;
  try {
    for (const id of ids) {
      await same(`check ${id}`, pairs(collection, id), pairs(b, id));
      await same(`sources of ${id}`, sources(collection, id), sources(b, id));
      await collection.search({ id }, { k: 3 });
    }
    for (const each of [a, b]) await each.merge();
    for (const id of ids) await same(`search for ${id}`, nearest(a, id), nearest(b, id));
  } finally {
    for (const each of [a, b]) await each.close();
    for (const each of [kept, anew]) rmSync(each, { recursive: true, force: true });
  }
}

/** All of an answer but the numbers that documents have inside. */
function comparable({ candidates, commit: _, ...others }) {
  return { ...others, candidates: candidates.map(({ document: _, ...candidate }) => candidate) };
}
