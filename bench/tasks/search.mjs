// `neardup search` on real text: known partners, documents by a few of their words.
//
// What `neardup search` finds, on real text where it lies beside the project: the known partner of a document (mean reciprocal rank), and
// documents by a few of their words (share of the first ten that have all of them), by words and by signatures alone.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { search } from '../../dist/index.js';
import { searchableOf } from '../../dist/nearest/search.js';
import { closeRun, load, resolveVerbOptions, VERB_RULES } from '../../dist/pipeline/index.js';
import { openInput } from '../../dist/read/sources/input.js';
import { generator } from '../data/words.mjs';

const pathOf = (set, file = 'docs.jsonl.gz') =>
  fileURLToPath(new URL(`../../../shared/data/${set}/${file}`, import.meta.url));

/** Versions of one text: they stand before each other in any order, and none of them is a mistake. */
const FAMILIES = {
  'doc-revisions': (id) => id.split('@')[0],
  'uk-corrections': (id) => id.match(/(\d+)\.\w+$/)[1],
};
const RESEMBLANCE = 0.7;
const QUERIES = 100;

export async function run(emit, { quick, threads }) {
  if (!existsSync(pathOf('newswire'))) {
    console.error('bench: no real text beside the project: nothing to search.');
    return;
  }
  for (const set of Object.keys(FAMILIES)) emit({ ...(await partnerRank(set, threads)), threads });
  for (const words of quick ? [1, 3] : [1, 2, 3, 5, 8, 12, 16, 20]) await fewWords(emit, words, threads);
}

/** The rank of the first known partner among documents of other families. */
async function partnerRank(set, threads) {
  const lines = gunzipSync(readFileSync(pathOf(set)))
    .toString()
    .trim()
    .split('\n');
  const documents = new Map(lines.map((line) => JSON.parse(line)).map((document) => [document.id, document]));
  const [, ...rows] = readFileSync(pathOf(set, 'pairs.tsv'), 'utf8').trim().split('\n');
  const partners = new Map();
  for (const [a, b, , resemblance] of rows.map((row) => row.split('\t'))) {
    if (Number(resemblance) >= RESEMBLANCE) partners.set(a, [...(partners.get(a) ?? []), b]);
  }
  const family = FAMILIES[set];
  const queries = [...partners.keys()].map((id) => documents.get(id));
  const ranks = new Map();
  const strangers = new Map();
  for await (const { query, id } of search(queries, { in: pathOf(set), k: 12, threads })) {
    if (partners.get(query).includes(id)) {
      if (!ranks.has(query)) ranks.set(query, 1 + (strangers.get(query) ?? 0));
    } else if (family(id) !== family(query)) strangers.set(query, (strangers.get(query) ?? 0) + 1);
  }
  const sum = [...ranks.values()].reduce((total, rank) => total + 1 / rank, 0);
  return {
    case: `${set}: rank of the known partner`,
    value: sum / queries.length,
    unit: 'MRR',
    queries: queries.length,
  };
}

async function fewWords(emit, words, threads) {
  const options = resolveVerbOptions(VERB_RULES, { duplicateIds: 'rename', threads });
  const opened = await openInput([pathOf('newswire')], options);
  const run = await load({ documents: opened.read }, options);
  const searchable = await searchableOf(run, { ...options, structure: 'scan' }, 1);
  const decoder = new TextDecoder();
  const texts = Array.from({ length: run.corpus.length }, (_, i) =>
    decoder.decode(run.corpus.canonicalText(i)),
  );
  const sets = texts.map((text) => new Set(text.split(' ')));
  const queries = drawQueries(sets, words);
  let [precision, rank, q] = [0, 0, 0];
  for await (const { neighbors } of searchable.search(queries, 10, { quality: 1 })) {
    const { terms, from } = queries[q++];
    const hasAll = (set) => terms.every((term) => set.has(term));
    const possible = Math.min(10, sets.filter(hasAll).length);
    precision += neighbors.filter(({ position }) => hasAll(sets[position])).length / possible / QUERIES;
    const place = neighbors.findIndex(({ position }) => texts[position] === texts[from]);
    rank += place === -1 ? 0 : 1 / (place + 1) / QUERIES;
  }
  emit({
    case: `newswire, ${words} words of a document`,
    value: precision,
    unit: 'P@10',
    threads,
    MRR: rank,
  });
  await closeRun(run);
  await opened.close();
}

/** Words of documents that have ten more. */
function drawQueries(sets, words) {
  const next = generator(words);
  const queries = [];
  while (queries.length < QUERIES) {
    const from = next() % sets.length;
    const all = [...sets[from]];
    if (all.length < words + 10) continue;
    const terms = new Set();
    while (terms.size < words) terms.add(all[next() % all.length]);
    queries.push({ id: String(from), from, terms: [...terms], text: [...terms].join(' ') });
  }
  return queries;
}
