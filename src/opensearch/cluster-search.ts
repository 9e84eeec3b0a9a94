/**
 * `search`: the documents most like a text. The cluster ranks all documents by the words of their canonical texts (BM25); the best of them are scored
 * and ordered here, as a search in a folder does, with the cluster's counts of each word.
 */

import type { SearchResult } from '../answers/runs.ts';
import type { CheckQuery, SearchAnswer } from '../collection.ts';
import { PreparedTexts } from '../corpus/index.ts';
import { TermStatistics } from '../fingerprint/index.ts';
import {
  QUERY_RULES,
  type QueryOptions,
  queryTerms,
  results,
  searchableOfFew,
  termSlots,
} from '../nearest/index.ts';
import { integer, type OptionRules, resolveOptions } from '../option-rules.ts';
import { atCommit, living } from './finder.ts';
import { atOneCommit, type OpenedCluster } from './parts.ts';
import { showFresh } from './refresh.ts';
import type { IndexedDocument } from './stored-form.ts';
import type { CollectionHead } from './turns.ts';

export type ClusterSearchOptions = Pick<QueryOptions, 'k' | 'explain' | 'signal'>;

export const CLUSTER_SEARCH_RULES: OptionRules<ClusterSearchOptions> = {
  k: integer(QUERY_RULES.k.default, 1, 1000),
  explain: QUERY_RULES.explain,
  signal: QUERY_RULES.signal,
};

/** Different words of a query that are counted, and the rarest of them, by which the cluster ranks. */
const MOST_COUNTED = 1000;
const MOST_SOUGHT = 100;
/** Documents that are scored here, if not more are asked for. */
const SCORED = 64;

/** The words of a query that some document has. */
interface SoughtWords {
  readonly documents: number;
  readonly words: readonly { readonly word: string; readonly count: number }[];
}

/** @param findStored Gives the document with an id. */
export async function searchCluster(
  parts: OpenedCluster,
  query: string | CheckQuery,
  given: Partial<ClusterSearchOptions>,
  findStored: (id: string) => Promise<IndexedDocument>,
): Promise<SearchAnswer> {
  const { k, explain, signal } = resolveOptions(CLUSTER_SEARCH_RULES, given);
  const asked = typeof query === 'string' ? { id: query, text: query } : query;
  const isStored = asked.text === undefined;
  const text =
    asked.text === undefined ? await findStored(asked.id) : { ...asked, id: asked.id ?? asked.text };
  const canonical = await canonicalOf(parts, [text]);
  const words = queryTerms(new TextDecoder().decode(canonical[0]));
  return atOneCommit(parts, async (head) => {
    signal?.throwIfAborted();
    await showFresh(parts, head);
    const sought = await countWords(parts, head, words);
    const documents = await bestDocuments(parts, head, sought, Math.max(SCORED, k + 1));
    const found = (await canonicalOf(parts, documents)).map((each, i) => ({
      id: documents[i].id,
      canonical: each,
    }));
    const searchable = await searchableOfFew(
      parts.steps.engine,
      found,
      statisticsOf(parts, sought),
      parts.settings,
    );
    const listed: SearchResult[] = [];
    try {
      const options = { ...QUERY_OPTIONS, k: isStored ? k + 1 : k, explain, signal };
      for await (const result of results(searchable, [text], options))
        if (!isStored || result.id !== text.id) listed.push({ ...result, rank: listed.length + 1 });
    } finally {
      searchable.close();
    }
    return { results: listed.slice(0, k), documents: sought.documents, commit: head.commit };
  });
}

const QUERY_OPTIONS = { quality: 1, exact: true, structure: 'scan' } as const;

async function canonicalOf(
  { steps }: OpenedCluster,
  texts: readonly { readonly text: string; readonly lang?: string }[],
): Promise<Uint8Array[]> {
  const prepared = await PreparedTexts.of(texts, { ...steps, bands: undefined });
  try {
    return texts.map((_, i) => {
      const { address, length } = prepared.text(i);
      return steps.engine.heap.u8.slice(address, address + length);
    });
  } finally {
    prepared.release();
  }
}

/** In how many documents each word is. Of a long text the first different words are asked about. */
async function countWords(
  { finder, clock }: OpenedCluster,
  head: CollectionHead,
  words: readonly string[],
): Promise<SoughtWords> {
  const isLiving = living(clock());
  const [documents, counts] = await Promise.all([
    finder.count(atCommit(head, [isLiving])),
    finder.countEach(head, 'words', words.slice(0, MOST_COUNTED)),
  ]);
  const counted = counts.map((count, i) => ({ word: words[i], count }));
  return { documents, words: counted.filter(({ count }) => count > 0) };
}

/** The documents that rank highest by the rarest words. */
async function bestDocuments(
  { finder, clock }: OpenedCluster,
  head: CollectionHead,
  { words }: SoughtWords,
  most: number,
): Promise<IndexedDocument[]> {
  if (words.length === 0) return [];
  const rarest = [...words].sort((a, b) => a.count - b.count || (a.word < b.word ? -1 : 1));
  const should = rarest.slice(0, MOST_SOUGHT).map(({ word }) => ({ term: { words: word } }));
  const query = atCommit(head, [living(clock())], [{ bool: { should, minimum_should_match: 1 } }]);
  const sort = [{ _score: 'desc' }, { order: 'asc' }];
  const hits = await finder.search(
    { query, sort, size: most, _source: false, track_total_hits: false },
    'dfs_query_then_fetch',
  );
  return finder.read(hits.map(({ _id }) => _id));
}

function statisticsOf({ steps }: OpenedCluster, { documents, words }: SoughtWords): TermStatistics {
  const statistics = new TermStatistics(undefined, documents);
  const slots = termSlots(
    steps.engine,
    words.map(({ word }) => word),
  );
  for (const [i, slot] of slots.entries())
    statistics.counts[slot] = Math.max(statistics.counts[slot], words[i].count);
  return statistics;
}
