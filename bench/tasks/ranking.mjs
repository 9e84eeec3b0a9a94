// The rank of the known partner in `neardup search`, and in plain BM25.
//
// At which rank `search` finds the known partner of a document, beside plain BM25 over the same canonical words in the same run: mean
// reciprocal rank. Half of the queries were used to choose how results are ranked, the other half to report it; SPLIT_SEED divides them.
import { searchableOf } from '../../dist/nearest/search.js';
import { closeRun, load, resolveVerbOptions, VERB_RULES } from '../../dist/pipeline/index.js';
import { openInput } from '../../dist/read/sources/input.js';
import { DATA, labelledSet } from '../data/labelled.mjs';
import { rewrittenChinese, stubs } from '../data/rewritten.mjs';
import { generator } from '../data/words.mjs';

const SPLIT_SEED = 18;
const STUB_SEED = 2060;
const CHINESE_SEED = 5050;
/** Partners beyond this rank count as not found. */
const RANKS = 50;
const K1 = 1.2;
const B = 0.75;
const LABELLED = [
  ...['uk-corrections', 'doc-revisions/en', 'doc-revisions/zh', 'doc-revisions/uk', 'licences', 'zh-scripts'],
  ...['articles-1000', 'articles-2500', 'short-answers'],
];

/** Only some of the sets: NEARDUP_RANKING=stubs,licences. With NEARDUP_RANKING_HALF=tuned the half that was used to choose. */
const WANTED = process.env.NEARDUP_RANKING?.split(',');
const HALF = process.env.NEARDUP_RANKING_HALF === 'tuned' ? 0 : 1;

export async function run(emit, { quick, threads }) {
  if (DATA === undefined) {
    console.error('bench: no real text beside the project: nothing to search.');
    return;
  }
  for await (const set of sets(quick ? 300 : 2000)) await rankSet(emit, set, threads, quick ? 100 : 1000);
}

async function* sets(most) {
  const isWanted = (name) => WANTED === undefined || WANTED.includes(name);
  for (const name of LABELLED) if (isWanted(name)) yield labelledSet(name);
  for (const source of ['newswire', 'package-descriptions']) {
    const name = `stubs of ${source}`;
    if (!isWanted(name)) continue;
    const { documents } = await labelledSet(source);
    yield { name, ...stubs(documents, most, STUB_SEED) };
  }
  if (isWanted('rewritten Chinese')) {
    const parts = await Promise.all(
      ['doc-revisions/zh', 'zh-scripts', 'bible'].map((name) => labelledSet(name)),
    );
    const documents = parts
      .flatMap((part) => part?.documents ?? [])
      .filter(({ id, lang }) => (lang ?? 'zh').startsWith('zh') && !id.endsWith('/tw'));
    yield { name: 'rewritten Chinese', ...rewrittenChinese(documents, most, CHINESE_SEED) };
  }
}

async function rankSet(emit, { name, documents, pairs }, threads, most) {
  const options = resolveVerbOptions(VERB_RULES, { duplicateIds: 'rename', threads });
  const opened = await openInput(documents, options);
  const run = await load({ documents: opened.read }, options);
  const searchable = await searchableOf(run, { ...options, structure: 'scan' }, 1);
  const decoder = new TextDecoder();
  const texts = documents.map((_, i) => decoder.decode(run.corpus.canonicalText(i)).split(' '));
  const numbers = new Map(documents.map(({ id }, i) => [id, i]));
  const partners = new Map();
  const next = generator(SPLIT_SEED);
  // `non`: answers that were not copied
  for (const [a, b] of pairs.filter(({ label }) => label !== 'non')) {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ])
      partners.set(from, (partners.get(from) ?? new Set()).add(numbers.get(to)));
  }
  const queries = [...partners.keys()]
    .filter(() => next() % 2 === HALF)
    .slice(0, most)
    .map((id) => documents[numbers.get(id)]);
  const bm25 = new PlainBm25(texts);
  const sums = { search: 0, 'plain BM25': 0 };
  const cpuStart = process.cpuUsage();
  const found = [];
  for await (const { neighbors } of searchable.search(queries, RANKS + 1, { quality: 1 }))
    found.push(neighbors.map(({ position }) => position));
  const { user, system } = process.cpuUsage(cpuStart);
  for (const [q, { id }] of queries.entries()) {
    const own = numbers.get(id);
    const wanted = partners.get(id);
    const reciprocal = (list) => {
      const rank = list.filter((number) => number !== own).findIndex((number) => wanted.has(number));
      return rank === -1 ? 0 : 1 / (rank + 1);
    };
    sums.search += reciprocal(found[q]);
    sums['plain BM25'] += reciprocal(bm25.best(texts[own], RANKS + 1));
  }
  emit({
    case: name,
    value: sums.search / queries.length,
    unit: 'MRR',
    threads,
    'plain BM25': sums['plain BM25'] / queries.length,
    queries: queries.length,
    documents: documents.length,
    'CPU ms per query': (user + system) / 1000 / queries.length,
  });
  searchable.close();
  await closeRun(run);
  await opened.close();
}

/** Okapi BM25 as textbooks have it. Equal scores: the document that comes first. */
class PlainBm25 {
  constructor(texts) {
    this.postings = new Map();
    this.count = texts.length;
    this.lengths = texts.map((words) => words.length);
    this.average = this.lengths.reduce((sum, length) => sum + length, 0) / texts.length;
    texts.forEach((words, number) => {
      const counts = new Map();
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const [word, times] of counts) {
        if (!this.postings.has(word)) this.postings.set(word, []);
        this.postings.get(word).push([number, times]);
      }
    });
  }

  best(query, most) {
    const scores = new Float64Array(this.count);
    for (const word of query) {
      const list = this.postings.get(word) ?? [];
      const idf = Math.log(1 + (this.count - list.length + 0.5) / (list.length + 0.5));
      for (const [number, times] of list) {
        const norm = K1 * (1 - B + (B * this.lengths[number]) / this.average);
        scores[number] += (idf * times * (K1 + 1)) / (times + norm);
      }
    }
    return Array.from(scores.keys())
      .filter((number) => scores[number] > 0)
      .sort((a, b) => scores[b] - scores[a] || a - b)
      .slice(0, most);
  }
}
