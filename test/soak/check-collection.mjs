// The labelled sets go through random histories of a lasting collection: added in batches, replaced, removed, merged, opened again, with any size of
// the delta, threads and engines. Then `check`, `groups`, `sources`, exact `search` and `add` with `skip` must answer as the batch commands do on the
// living documents, evidence included.
//
//   node test/soak/check-collection.mjs [SET…]      all sets if none is named; without ../shared/data they are skipped by name
//   NEARDUP_SET_DOCUMENTS=20000                   documents of a set at most
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedDocuments } from '../../bench/data/shared-sets.mjs';
import {
  buildSourceIndex,
  compareIn,
  dedup,
  groups,
  openCollection,
  pairs,
  search,
} from '../../dist/index.js';
import { comparable, edgesOf, otherSkips, unionOfChecks } from './collection-oracle.mjs';
import { randomNumbers } from './durability/sim-disk.mjs';

const SETS = [
  'short-answers',
  'articles-1000',
  'licences',
  'zh-scripts',
  'articles-2500',
  'doc-revisions',
  'uk-corrections',
  'bible',
  'mail',
  'newswire',
  'package-descriptions',
  'standards',
];
const MOST = Number(process.env.NEARDUP_SET_DOCUMENTS ?? 20_000);
/** Documents whose sources and neighbors are compared, and characters of them at most. */
const SAMPLED = 12;
const SAMPLED_TEXT = 20_000;

const asked = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'neardup-sets-'));
try {
  for (const [number, set] of (asked.length > 0 ? asked : SETS).entries()) {
    const documents = distinct(sharedDocuments(set)).slice(0, MOST);
    if (documents.length === 0) console.log(`${set}: skipped, there is no ../shared/data/${set}`);
    else console.log(JSON.stringify({ set, ...(await checkSet(documents, number + 1)) }));
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function checkSet(documents, seed) {
  const start = process.cpuUsage();
  const random = randomNumbers(seed);
  const open = {
    delta: 1 + (random() % Math.ceil(documents.length / 3)),
    threads: 1 + (random() % 2),
    engine: documents.length < 3000 && random() % 3 === 0 ? 'scalar' : 'wasm',
    logFile: 1 << 20,
  };
  const options = { threads: open.threads };
  const path = join(folder, `${seed}.nd`);
  const { collection, living } = await play(documents, path, open, random);
  const stored = [];
  for await (const { id, text } of collection.documents()) stored.push({ id, text });
  assert.deepEqual(stored, living);
  const { segments } = collection.info();
  const found = { ...open, segments, documents: living.length };
  Object.assign(found, await compareChecks(collection, living, options));
  assert.deepEqual(await collection.groups(options).toArray(), await groups(living, options).toArray());
  Object.assign(found, await compareSources(collection, living, options));
  await collection.merge();
  Object.assign(found, await compareSearches(collection, living, options));
  await collection.close();
  Object.assign(found, await compareSkips(living, `${path}-skip`, open, options));
  const { user, system } = process.cpuUsage(start);
  return { ...found, cpuSeconds: Math.round((user + system) / 1e5) / 10 };
}

/** Adds all documents, replaces some by others, removes some, merges and opens again now and then. */
async function play(documents, path, open, random) {
  const indexes = ['passages', 'search'];
  let collection = await openCollection(path, { ...open, create: { indexes } });
  const living = new Map();
  for (let from = 0; from < documents.length; ) {
    const batch = documents.slice(from, from + 1 + (random() % 2000));
    from += batch.length;
    // an id that is there already gets another text
    const changed = batch
      .filter(() => random() % 11 === 0)
      .map(({ text }) => ({ id: any(living, random), text }));
    for (const added of [batch, changed.filter(({ id }) => id !== undefined)]) {
      for (const { state, id } of await collection.add(added))
        assert.match(state, /added|replaced|unchanged/, id);
      for (const { id, text } of added) {
        if (living.get(id) === text) continue;
        living.delete(id);
        living.set(id, text);
      }
    }
    const gone = [...living.keys()].filter(() => random() % 14 === 0);
    await collection.remove(gone);
    for (const id of gone) living.delete(id);
    if (random() % 6 === 0) await collection.merge();
    if (random() % 4 === 0) {
      await collection.close();
      collection = await openCollection(path, open);
    }
  }
  return { collection, living: [...living].map(([id, text]) => ({ id, text })) };
}

function any(living, random) {
  return living.size === 0 ? undefined : [...living.keys()][random() % living.size];
}

async function compareChecks(collection, living, options) {
  const { edges, truncated } = await unionOfChecks(collection, living);
  const expected = await edgesOf(pairs(living, options));
  const isCut = ({ a, b }) => truncated.has(a) || truncated.has(b);
  for (const [key, edge] of expected) if (!isCut(edge)) assert.deepEqual(edges.get(key), edge);
  for (const [key, edge] of edges) if (!isCut(edge)) assert.ok(expected.has(key), `${key} is no pair`);
  return { pairs: expected.size, truncated: truncated.size };
}

async function compareSources(collection, living, options) {
  const file = join(folder, 'living.jsonl');
  writeFileSync(file, living.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const index = await buildSourceIndex(living, options);
  const asked = { ...options, thesaurus: 'none', sources: 5 };
  let passages = 0;
  try {
    for (const { id } of sample(living)) {
      const found = await collection.sources({ id }, asked);
      assert.deepEqual(comparable(found), comparable(await compareIn(`${file}#${id}`, index, asked)));
      passages += found.passages.length;
    }
  } finally {
    await index.close();
  }
  return { passages };
}

async function compareSearches(collection, living, options) {
  let results = 0;
  for (const { text } of sample(living)) {
    const asked = { k: 10, explain: true };
    for (const query of [text, text.split(/\s+/).slice(3, 9).join(' ')]) {
      if (query.trim() === '') continue;
      const found = (await collection.search(query, asked)).results;
      const expected = await search(query, { in: living, exact: true, ...options, ...asked }).toArray();
      assert.deepEqual(found, expected);
      results += found.length;
    }
  }
  return { results };
}

async function compareSkips(living, path, open, options) {
  const collection = await openCollection(path, { ...open, create: true });
  const answers = await collection.add(living, { onDuplicate: 'skip' });
  await collection.close();
  const removed = await dedup(living, options).toArray();
  assert.deepEqual(await otherSkips(answers, removed, living), []);
  return { skipped: removed.length };
}

/** Documents at equal distances that are not too long. */
function sample(living) {
  const short = living.filter(({ text }) => text.length > 0 && text.length < SAMPLED_TEXT);
  const step = Math.max(1, Math.floor(short.length / SAMPLED));
  return short.filter((_, i) => i % step === 0).slice(0, SAMPLED);
}

/** Documents with their ids, the first of each. */
function distinct(documents) {
  const byId = new Map();
  for (const [i, { id = i, text = '' }] of documents.entries()) {
    if (!byId.has(String(id))) byId.set(String(id), { id: String(id), text });
  }
  return [...byId.values()];
}
