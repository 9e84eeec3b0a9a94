/**
 * Which documents have the words of a short query? A signature needs some words to say anything: one word sets fewer than fifty of
 * 1024 bits, and other texts agree with these few by chance as often as a text that has the word once. So the texts themselves are
 * searched for the words, from end to end, once for all queries.
 *
 * Documents with more of the query, by the weights of its words, come first; of equals those that have it word by word, then
 * those that say it more often in fewer words (BM25). A word of the same stem counts for less than the word itself.
 */
import { findBytes } from '../platform/bytes.ts';
import { type CanonicalTexts, FORM, postingsOf, type TermPostings } from './term-postings.ts';

/** A document with words of the query. */
export interface TermHit {
  readonly position: number;
  /** The share of the query's words that it has, by their weights. */
  readonly score: number;
}

/** The terms of a canonical query, each once. */
export function queryTerms(text: string): string[] {
  return [...new Set(text.split(' '))].filter((term) => term !== '');
}

/** The weight of a term, and about how many documents have it. */
export interface TermFacts {
  readonly weight: number;
  readonly documents: number;
}

/** Postings that are in memory at a time, about; 8 bytes each. */
const MOST_POSTINGS = 1 << 23;
/** The initial room for the postings of a term. */
const POSTINGS_ROOM = 1 << 10;

/** The k best documents of every query (canonical texts). */
export function matchTerms(
  texts: CanonicalTexts,
  queries: readonly string[],
  k: number,
  factsOf: (term: string) => TermFacts,
): TermHit[][] {
  if (texts.count === 0) return queries.map(() => []);
  const found: TermHit[][] = [];
  const scores = new Scores(texts);
  for (let first = 0; first < queries.length; ) {
    const facts = new Map<string, TermFacts>();
    let expected = 0;
    let next = first;
    do {
      for (const term of queryTerms(queries[next])) {
        if (facts.has(term)) continue;
        facts.set(term, factsOf(term));
        expected += facts.get(term)!.documents + POSTINGS_ROOM;
      }
      next++;
    } while (next < queries.length && expected < MOST_POSTINGS);
    const postings = postingsOf(texts, new Set(facts.keys()));
    for (; first < next; first++) {
      const terms = queryTerms(queries[first]).map((term) => ({
        postings: postings.get(term)!,
        weight: facts.get(term)!.weight,
      }));
      found.push(bestOf(texts, queries[first], terms, k, scores));
    }
  }
  return found;
}

interface WeighedTerm {
  readonly postings: TermPostings;
  readonly weight: number;
}

function bestOf(
  texts: CanonicalTexts,
  query: string,
  terms: readonly WeighedTerm[],
  k: number,
  scores: Scores,
): TermHit[] {
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const best = scores.best(terms, Math.max(LOOKED_AT, 4 * k));
  const phrase = new TextEncoder().encode(query);
  const wholly = new Map(best.map((position) => [position, whole(texts, position, phrase)]));
  return best
    .sort((a, b) => scores.share[b] - scores.share[a] || wholly.get(b)! - wholly.get(a)!)
    .slice(0, k)
    .map((position) => ({ position, score: Math.round((1e4 * scores.share[position]) / total) / 1e4 }));
}

/** This many of the best are checked for the query word by word; the others have fewer of its words. */
const LOOKED_AT = 200;

/** 2: the text is the query; 1: it has the query word by word; 0: not. */
function whole(texts: CanonicalTexts, position: number, query: Uint8Array): number {
  const length = texts.end(position) - texts.start(position);
  if (length < query.length) return 0;
  const text = texts.read(texts.start(position), length);
  const separates = (at: number) => at < 0 || at >= length || text[at] <= 0x20;
  for (let at = findBytes(text, query); at !== -1; at = findBytes(text, query, at + 1)) {
    if (separates(at - 1) && separates(at + query.length)) return length === query.length ? 2 : 1;
  }
  return 0;
}

/** Adds up the documents' shares of a query. */
class Scores {
  readonly share: Float64Array;
  private readonly relevance: Float64Array;
  private readonly average: number;
  private seen: number[] = [];

  constructor(private readonly texts: CanonicalTexts) {
    this.share = new Float64Array(texts.count);
    this.relevance = new Float64Array(texts.count);
    // without the bytes between texts: an index and a spool must rank alike
    let bytes = 0;
    for (let number = 0; number < texts.count; number++) bytes += texts.end(number) - texts.start(number);
    this.average = bytes / texts.count;
  }

  /** The documents with the largest share, of equals those of the greatest relevance, then the first. */
  best(terms: readonly WeighedTerm[], most: number): number[] {
    const { share, relevance, texts } = this;
    for (const position of this.seen) share[position] = relevance[position] = 0;
    this.seen = [];
    for (const { postings, weight } of terms) {
      for (let i = 0; i < postings.length; i++) {
        const position = postings.position(i);
        if (share[position] === 0) this.seen.push(position);
        const length = texts.end(position) - texts.start(position);
        const exact = postings.exact(i);
        const times = exact > 0 ? exact : FORM * postings.forms(i);
        share[position] += exact > 0 ? weight : FORM * weight;
        relevance[position] += (weight * times) / (times + 0.3 + (0.9 * length) / this.average);
      }
    }
    const least = this.shareOfNth(most);
    const comesFirst = (a: number, b: number) => share[b] - share[a] || relevance[b] - relevance[a] || a - b;
    return this.seen
      .filter((position) => share[position] >= least)
      .sort(comesFirst)
      .slice(0, most);
  }

  /** The share of the n-th best: there are few different shares, so they are counted. */
  private shareOfNth(n: number): number {
    const counts = new Map<number, number>();
    for (const position of this.seen)
      counts.set(this.share[position], (counts.get(this.share[position]) ?? 0) + 1);
    let sum = 0;
    for (const share of [...counts.keys()].sort((a, b) => b - a)) {
      sum += counts.get(share)!;
      if (sum >= n) return share;
    }
    return 0;
  }
}
