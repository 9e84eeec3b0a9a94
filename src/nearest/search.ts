/** `search`: the documents of a collection that are most like a text. */

import { openEngine } from '../engines/index.ts';
import { badOption, NeardupError } from '../errors.ts';
import { newSignatureIndex, type SearchSettings } from '../nearest.ts';
import { type Options, resolveOptions } from '../options.ts';
import { type Run, runVerb } from '../pipeline.ts';
import { type Input, type InputDocument, idOf, openInput, textOf } from '../read/index.ts';
import { type SearchResult, type Summary, summaryOf } from '../results.ts';
import { RunStream } from '../run-stream.ts';
import { loadCollection, openIndexFile } from './index-directory.ts';
import { SignatureStore } from './indexes/signature-store.ts';
import { type Answer, Collection, type Query } from './searchable.ts';
import { countTerms, signCorpus } from './sign-corpus.ts';

export interface SearchOptions extends Options {
  /** Search these documents … */
  readonly in: Input;
  /** … or an index that `buildIndex` made: its folder. */
  readonly index: string;
  /** How many documents are given for every query. @default 10 */
  readonly k: number;
  /** How near to the true nearest the result shall be, 0.9 to 1 (CDR@10, see docs/search.md). @default 0.99 */
  readonly quality: number;
  /** Compare with all documents: the same as a quality of 1. @default false */
  readonly exact: boolean;
  /** Also give the terms that query and document share, those that tell most first. @default false */
  readonly explain: boolean;
  /** Bits of a signature, a multiple of 64 up to 4096. @default 1024 */
  readonly width: number;
}

/** Texts, or documents with an id. */
export type Queries = string | Iterable<string | InputDocument>;

/** Terms that an explanation gives at most. */
const SHARED_TERMS = 8;
/** An index is worth building for so many queries; for fewer, comparing all is done sooner. */
const WORTH_AN_INDEX = 2000;

/**
 * Finds the documents that are most like each query, nearest first.
 *
 * @example
 * for await (const { id, score } of search('oil prices fell', { in: 'news.jsonl', k: 3 })) console.log(id, score);
 */
export function search(queries: Queries, options: Partial<SearchOptions> = {}): RunStream<SearchResult> {
  const asked = queryList(queries);
  const { k = 10 } = options;
  const settings: SearchSettings = { quality: options.exact === true ? 1 : options.quality };
  if ((options.in === undefined) === (options.index === undefined)) {
    throw new NeardupError('BAD_OPTION', 'Expected one of `in` and `index`, to say where to search.', {
      advice: 'Give documents with --in, or the folder of a saved index with --index.',
    });
  }
  const explain = options.explain === true;
  if (options.index !== undefined) {
    return new RunStream(searchIndex(options.index, asked, k, settings, explain, resolveOptions(options)));
  }
  return runVerb(options.in!, options, {
    async *results(run, _input, resolved) {
      const collection = await collectionOf(run, resolved, options.width, asked.length);
      try {
        yield* results(collection, asked, k, settings, explain);
      } finally {
        collection.close();
      }
      return {};
    },
  });
}

/** What the documents of a run look like, ready to be searched. */
export async function collectionOf(
  { engine, corpus }: Run,
  options: Options,
  width: number | undefined,
  queries = WORTH_AN_INDEX,
): Promise<Collection> {
  options.onProgress({ stage: 'match', documents: corpus.length });
  const statistics = await countTerms(corpus, engine);
  const store = new SignatureStore(engine.heap, width);
  store.reserve(corpus.length);
  await signCorpus(corpus, engine, statistics, store);
  const index = newSignatureIndex(engine, store, queries < WORTH_AN_INDEX ? 'scan' : 'auto');
  await index.build();
  const { lang, stopWords, stems, stemDictionary, ngram, segment, canonical } = options;
  const treatment = { lang, stopWords, stems, stemDictionary, ngram, segment, canonical };
  return new Collection({
    ...{ engine, store, index, statistics, treatment },
    idOf: (number) => corpus.ids.get(number),
    textOf: (number) => corpus.canonicalText(number),
    texts: {
      count: corpus.length,
      start: (number) => corpus.positions.get(number),
      end: (number) => corpus.positions.get(number) + corpus.lengths.get(number),
      read: (position, length) => corpus.spool.read(position, length),
    },
  });
}

/** The results of all queries, one after the other. */
export async function* results(
  collection: Collection,
  queries: Iterable<Query>,
  k: number,
  settings: SearchSettings,
  explain: boolean,
): AsyncGenerator<SearchResult> {
  if (explain && collection.parts.textOf === undefined) {
    throw new NeardupError(
      'BAD_OPTION',
      'Expected an index that keeps texts for `explain`, got one without.',
      {
        advice: 'Build the index with --texts.',
      },
    );
  }
  for await (const answer of collection.search(queries, k, settings)) {
    yield* answer.neighbors.map((_, place) => toResult(collection, answer, place, explain));
  }
}

function toResult(collection: Collection, answer: Answer, place: number, explain: boolean): SearchResult {
  const { position, distance } = answer.neighbors[place];
  const shared = explain ? collection.sharedTerms(answer.text, position, SHARED_TERMS) : undefined;
  return {
    query: answer.query.id,
    id: collection.parts.idOf(position),
    distance,
    score: answer.shares?.[place] ?? scoreOf(distance, answer.bits),
    rank: place + 1,
    ...(shared === undefined ? {} : { shared }),
  };
}

/** The cosine that the share of differing bits stands for: 1 for equal signatures, 0 for unrelated ones. */
export function scoreOf(distance: number, bits: number): number {
  return Math.max(0, Math.round(1e4 * Math.cos((Math.PI * distance) / bits)) / 1e4);
}

export function queryList(queries: Queries): Query[] {
  const list = typeof queries === 'string' ? [queries] : [...queries];
  if (list.length === 0) throw badOption('queries', 'at least one text', 'none');
  return list.map((query, i) => {
    if (typeof query === 'string') return { id: query, text: query };
    if (typeof query?.text !== 'string')
      throw badOption('queries', 'texts, or objects like { id, text }', typeof query);
    return { id: String(query.id ?? i + 1), text: query.text, lang: query.lang };
  });
}

/** The documents of files as queries: known by their ids. */
export async function queriesFrom(
  paths: readonly string[],
  given: Partial<Options> = {},
): Promise<InputDocument[]> {
  const options = resolveOptions(given);
  const opened = await openInput(paths, options);
  const found: InputDocument[] = [];
  try {
    for await (const sourced of opened.items()) {
      const { item, place } = sourced;
      if (item.problem !== undefined) options.onProblem({ ...place, reason: item.problem });
      else found.push({ id: idOf(item, sourced), text: textOf(item), lang: item.lang });
    }
  } finally {
    await opened.close();
  }
  return found;
}

async function* searchIndex(
  folder: string,
  queries: readonly Query[],
  k: number,
  settings: SearchSettings,
  explain: boolean,
  options: Options,
): AsyncGenerator<SearchResult, Summary> {
  const start = performance.now();
  const saved = openIndexFile(folder);
  const engine = await openEngine(options);
  try {
    const collection = loadCollection(saved, engine);
    yield* results(collection, queries, k, settings, explain);
    return summaryOf(start, { documents: saved.count, empty: 0, unreadable: 0, engine: engine.name });
  } finally {
    await engine.close();
    saved.file.close();
  }
}
