/** `search`: the documents of a collection that are most like a text. */
import { abortable, pauses } from '../abort.ts';
import type { SearchResult } from '../answers/runs.ts';
import { UniqueIds } from '../corpus/index.ts';
import { problemAt } from '../document.ts';
import { badOption } from '../errors.ts';
import { newSignatureIndex } from '../nearest.ts';
import { resolveOptions } from '../option-rules.ts';
import type { VerbOptions } from '../pipeline/index.ts';
import { type Run, runVerb } from '../pipeline.ts';
import {
  type InputDocument,
  openInput,
  READ_RUN_RULES,
  type ReadRunOptions,
  type TextsOptions,
  textOf,
} from '../read/index.ts';
import type { RunStream } from '../run-stream.ts';
import { SearchMeasure } from './indexes/search-measure.ts';
import { SignatureStore } from './indexes/signature-store.ts';
import {
  type QueryOptions,
  resolveSearchOptions,
  type SearchOptions,
  type SignatureOptions,
  type StructureOptions,
  searchSettings,
} from './options.ts';
import { type Query, type RankedAnswer, Searchable } from './searchable.ts';
import { countTerms, signCorpus } from './sign-corpus.ts';

/** Texts, or documents with an id. */
export type Queries = string | Iterable<string | InputDocument>;

/** Terms that an explanation gives at most. */
const SHARED_TERMS = 8;
/** An index is worth building from this number of queries on; for fewer, comparing all is faster. */
const WORTH_AN_INDEX = 2000;

/**
 * Finds the documents that are most like each query, nearest first.
 *
 * @example
 * for await (const { id, score } of search('oil prices fell', { in: 'news.jsonl', k: 3 })) console.log(id, score);
 */
export function search(queries: Queries, given: SearchOptions = {}): RunStream<SearchResult> {
  const options = resolveSearchOptions(given);
  const asked = queryList(queries);
  return runVerb(options.in, options, {
    readsMore: true,
    async *results(run) {
      const searchable = await searchableOf(run, options, asked.length);
      const measure = options.measure ? new SearchMeasure(options.k) : undefined;
      try {
        yield* results(searchable, asked, options, measure);
        return measure === undefined ? {} : measure.summary();
      } finally {
        searchable.close();
      }
    },
  });
}

/** The documents of a run, ready to be searched. */
export async function searchableOf(
  { engine, corpus }: Run,
  options: VerbOptions & SignatureOptions & StructureOptions,
  queries: number,
): Promise<Searchable> {
  options.onProgress({ stage: 'match', documents: corpus.length });
  const statistics = await countTerms(corpus, engine);
  const store = new SignatureStore(engine.heap, options.width);
  store.reserve(corpus.length);
  await signCorpus(corpus, engine, statistics, store);
  const { structure, sliceBits } = options;
  const kind = structure === 'auto' && queries < WORTH_AN_INDEX ? 'scan' : structure;
  const index = newSignatureIndex(engine, store, kind, { sliceBits });
  await index.build();
  const { lang, stopWords, stems, stemDictionary, ngram, segment, canonical } = options;
  const treatment = { lang, stopWords, stems, stemDictionary, ngram, segment, canonical };
  return new Searchable({
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
  searchable: Searchable,
  queries: Iterable<Query>,
  { k, explain, signal, ...how }: QueryOptions,
  measure?: SearchMeasure,
): AsyncGenerator<SearchResult> {
  const settings = searchSettings({ k, explain, ...how });
  const pause = pauses(signal);
  for await (const answer of searchable.search(queries, k, settings, measure)) {
    await pause();
    yield* answer.neighbors.map((_, place) => toResult(searchable, answer, place, explain));
  }
}

function toResult(
  searchable: Searchable,
  answer: RankedAnswer,
  place: number,
  explain: boolean,
): SearchResult {
  const { position, distance } = answer.neighbors[place];
  const shared = explain ? searchable.sharedTerms(answer.text, position, SHARED_TERMS) : undefined;
  return {
    query: answer.query.id,
    id: searchable.parts.idOf(position),
    distance,
    score: answer.scores[place],
    rank: place + 1,
    ...(shared === undefined ? {} : { shared }),
  };
}

export function queryList(queries: Queries): (Query & { readonly text: string })[] {
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
  given: TextsOptions = {},
): Promise<InputDocument[]> {
  const options = resolveOptions(READ_RUN_RULES, given);
  return abortable(options.signal, () => readQueries(paths, options));
}

async function readQueries(paths: readonly string[], options: ReadRunOptions): Promise<InputDocument[]> {
  const opened = await openInput(paths, options);
  const ids = new UniqueIds();
  const found: InputDocument[] = [];
  try {
    for await (const sourced of opened.items()) {
      const { item, place } = sourced;
      if (item.problem !== undefined) options.onProblem(problemAt(place, item));
      else found.push({ id: ids.add(item, sourced), text: textOf(item), lang: item.lang });
    }
  } finally {
    await opened.close();
  }
  return found;
}
