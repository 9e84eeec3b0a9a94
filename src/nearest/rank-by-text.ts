/**
 * Ranks the documents that signatures found by their texts. Signatures estimate how much two texts share; for short texts the estimate is
 * coarse. So the nearest are read and compared word by word: near copies of the query come first, then the others, both by BM25.
 */
import type { Neighbor } from '../nearest.ts';
import { CountedWords, wordCount } from './counted-words.ts';
import type { CanonicalTexts } from './term-postings.ts';

/** A document that was ranked. */
export interface Ranked extends Neighbor {
  /** From 0 to 1, never rising from one document to the next; see docs/search.md. */
  readonly score: number;
}

/** This many of the nearest are ranked by their texts, for any k; the others follow as their signatures are near. */
export const RANKED_BY_TEXT = 64;
/** No more bytes of text than this are read for a query, so that long documents do not make a search slow. */
const MOST_BYTES = 1 << 21;
/** Texts are near copies if the words that both have, each as often as both have it, are this share of all their words. */
const NEAR_COPY = 0.9;
const K1 = 1.2;
const B = 0.75;

export class TextRanker {
  /** Words of a text, on average; counted when it is first needed. */
  private average = 0;

  /** @param documentsWith In how many documents each term occurs, about. */
  constructor(
    private readonly texts: CanonicalTexts,
    private readonly documentsWith: (terms: readonly string[]) => readonly number[],
  ) {}

  /** Documents without a word of the query are left out. @param nearest The nearest by signature. @param scoreOf The score that their distance stands for. */
  rank(query: string, nearest: readonly Neighbor[], scoreOf: (distance: number) => number): Ranked[] {
    const words = new CountedWords(query);
    const weights = this.documentsWith(words.distinct).map((having) =>
      Math.log((this.texts.count + 1) / (Math.min(having, this.texts.count) + 0.5)),
    );
    this.average ||= this.averageWords();
    const norm = (count: number) => K1 * (1 - B + (B * count) / this.average);
    const whole = relevance(words.times, weights, words.times, norm(words.count));
    const ranked: (Ranked & { isCopy: boolean; relevance: number })[] = [];
    let [read, bytes] = [0, 0];
    for (const neighbor of nearest.slice(0, RANKED_BY_TEXT)) {
      const { position } = neighbor;
      bytes += this.length(position);
      if (bytes > MOST_BYTES) break;
      read++;
      const text = this.texts.read(this.texts.start(position), this.length(position));
      const { times, count } = words.countIn(text);
      const alike = (2 * inBoth(words.times, times)) / (words.count + count);
      const isCopy = alike >= NEAR_COPY;
      const found = relevance(words.times, weights, times, norm(count));
      // their signatures agree by chance
      if (found === 0) continue;
      const share = Math.min(1, found / whole);
      const score = isCopy ? NEAR_COPY + (1 - NEAR_COPY) * share : Math.min(NEAR_COPY - 1e-4, share);
      ranked.push({ ...neighbor, score: Math.round(1e4 * score) / 1e4, isCopy, relevance: found });
    }
    ranked.sort((a, b) => +b.isCopy - +a.isCopy || b.relevance - a.relevance || a.position - b.position);
    let last = ranked.at(-1)?.score ?? 1;
    const others = nearest.slice(read).map((neighbor) => {
      last = Math.min(last, scoreOf(neighbor.distance));
      return { ...neighbor, score: last };
    });
    return [...ranked.map(({ position, distance, score }) => ({ position, distance, score })), ...others];
  }

  /** Estimated from evenly spaced texts, up to `MOST_BYTES` bytes, and from the total bytes. */
  private averageWords(): number {
    const { texts } = this;
    let bytes = 0;
    for (let number = 0; number < texts.count; number++) bytes += this.length(number);
    const step = Math.ceil(bytes / MOST_BYTES);
    let [read, words] = [0, 0];
    for (let number = 0; number < texts.count && read < MOST_BYTES; number += step) {
      read += this.length(number);
      words += texts.words?.(number) ?? wordCount(texts.read(texts.start(number), this.length(number)));
    }
    return ((words / read) * bytes) / texts.count;
  }

  private length(number: number): number {
    return this.texts.end(number) - this.texts.start(number);
  }
}

/** The words that both texts have, each as often as both have it. */
function inBoth(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let both = 0;
  for (let place = 0; place < a.length; place++) both += Math.min(a[place], b[place]);
  return both;
}

/** BM25 with every word of the query as often as the query has it. */
function relevance(
  query: ArrayLike<number>,
  weights: readonly number[],
  times: ArrayLike<number>,
  norm: number,
): number {
  let sum = 0;
  for (let place = 0; place < query.length; place++) {
    if (times[place] > 0) sum += (query[place] * weights[place] * times[place]) / (times[place] + norm);
  }
  return sum;
}
