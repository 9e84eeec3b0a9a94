/** The parts that a text shares with one document: runs of words grown from anchors, and similar sentences. */
import type { PartSide, SharedPart, WordRange } from '../../comparison.ts';
import { eachAnchor } from '../../engines/scalar/anchors.ts';
import type { SentenceWords } from './sentence-words.ts';

export interface PartLimits {
  /** Runs of at least this many words are shared parts by themselves. */
  readonly minWords: number;
  /** Edited sentences must have this share of the longer one in common. */
  readonly similar: number;
}

/** Meeting points of a text and a document: `own` in the text is `theirs` in the document. */
export interface Meetings {
  /** Runs of words of the text that are anchors of the document, ascending. */
  readonly runs: readonly number[];
  /** Sentences of the text that have a key in common with one of the document. */
  readonly sentences: readonly number[];
}

/** The shared parts in the order of the text, and the words of the text that they have together. */
export function findParts(
  query: SentenceWords,
  source: SentenceWords,
  meetings: Meetings,
  limits: PartLimits,
): { parts: SharedPart[]; ranges: WordRange[] } {
  return new PartFinder(query, source, limits).find(meetings);
}

class PartFinder {
  private readonly parts: SharedPart[] = [];
  /** Pairs of sentences that were looked at. */
  private readonly seen = new Set<number>();
  /** Words of the text that are in parts, as ranges [from, to). */
  private readonly covered: [from: number, to: number][] = [];

  constructor(
    private readonly query: SentenceWords,
    private readonly source: SentenceWords,
    private readonly limits: PartLimits,
  ) {}

  find(meetings: Meetings): { parts: SharedPart[]; ranges: WordRange[] } {
    this.growRuns(meetings.runs);
    this.matchSentences(meetings.sentences);
    this.parts.sort((x, y) => x.a.start - y.a.start || y.words - x.words || x.b.start - y.b.start);
    return { parts: this.parts, ranges: this.coveredWords() };
  }

  private growRuns(runs: readonly number[]): void {
    if (runs.length === 0) return;
    const places = this.anchorPlaces(runs);
    // where the last run of a diagonal ended: an anchor within it tells nothing new
    const ends = new Map<number, number>();
    for (const run of runs) for (const place of places.get(run)!) this.growRun(run, place, ends);
  }

  /** Where in the document the anchors are that runs of the text share, ascending. */
  private anchorPlaces(runs: readonly number[]): Map<number, readonly number[]> {
    const hashes = this.query.runs;
    const byHash = new Map<number, number[]>();
    for (const run of runs) byHash.set(hashes[run], []);
    eachAnchor(this.source.runs, (place, hash) => byHash.get(hash)?.push(place));
    return new Map(runs.map((run) => [run, byHash.get(hashes[run])!]));
  }

  private growRun(own: number, theirs: number, ends: Map<number, number>): void {
    const { query, source } = this;
    const words = source.hashes;
    let [a, b] = [own, theirs];
    const diagonal = a - b;
    if (b < (ends.get(diagonal) ?? 0)) return;
    while (a > 0 && b > 0 && query.hashes[a - 1] === words[b - 1]) {
      a--;
      b--;
    }
    let length = 0;
    while (
      a + length < query.length &&
      b + length < words.length &&
      query.hashes[a + length] === words[b + length]
    )
      length++;
    // anchors whose hashes are equal by chance
    if (length === 0) return;
    ends.set(diagonal, b + length);
    if (length >= this.limits.minWords) this.addRun(a, b, length);
    else this.compareSentences(query.sentenceOf(own), source.sentenceOf(theirs), commonInOrder);
  }

  private addRun(a: number, b: number, length: number): void {
    const { query, source } = this;
    this.covered.push([a, a + length]);
    const own = [query.sentenceOf(a), query.sentenceOf(a + length - 1)] as const;
    const theirs = [source.sentenceOf(b), source.sentenceOf(b + length - 1)] as const;
    this.addPart(own, theirs, length, 'words', 1);
  }

  private compareSentences(
    own: number,
    theirs: number,
    common: (a: Uint32Array, b: Uint32Array) => number,
  ): void {
    const pair = own * 2 ** 32 + theirs;
    if (this.seen.has(pair)) return;
    this.seen.add(pair);
    const mine = this.query.wordsOf(own);
    const score = common(mine, this.source.wordsOf(theirs));
    if (score < this.limits.similar) return;
    const from = this.query.firsts[own];
    if (this.isCovered(from, from + mine.length)) return;
    this.covered.push([from, from + mine.length]);
    this.addPart([own, own], [theirs, theirs], mine.length, 'sentence', score);
  }

  /** Compares sentences that have a key in common, whatever the order of their words. */
  private matchSentences(sentences: readonly number[]): void {
    if (sentences.length === 0) return;
    const byKey = new Map<number, number[]>();
    for (const own of sentences) for (const { key } of this.query.keys[own]) byKey.set(key, []);
    this.source.keys.forEach((keys, theirs) => {
      for (const { key } of keys) byKey.get(key)?.push(theirs);
    });
    for (const own of sentences) {
      for (const { key } of this.query.keys[own]) {
        for (const theirs of byKey.get(key)!) this.compareSentences(own, theirs, commonInAnyOrder);
      }
    }
  }

  private isCovered(from: number, to: number): boolean {
    return this.covered.some(([start, end]) => start <= from && to <= end);
  }

  private coveredWords(): WordRange[] {
    const ranges: [from: number, to: number][] = [];
    for (const [from, to] of this.covered.sort(([a], [b]) => a - b)) {
      const last = ranges[ranges.length - 1];
      if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
      else ranges.push([from, to]);
    }
    return ranges;
  }

  /** @param own First and last sentence. */
  private addPart(
    own: readonly [number, number],
    theirs: readonly [number, number],
    words: number,
    kind: SharedPart['kind'],
    score: number,
  ): void {
    const a = sideOf(this.query, own);
    this.parts.push({ a, b: sideOf(this.source, theirs), words, kind, score });
  }
}

function sideOf({ sentences }: SentenceWords, [first, last]: readonly [number, number]): PartSide {
  const [{ start }, { end }] = [sentences[first], sentences[last]];
  return { start, end, sentence: first, sentences: last - first + 1 };
}

/**
 * Paper D's p: the longest common subsequence of words over the words of the longer sentence. Sentences have at most
 * a hundred words or so, so the plain table will do.
 */
function commonInOrder(a: Uint32Array, b: Uint32Array): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 0;
  let row = new Uint16Array(b.length + 1);
  let next = new Uint16Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      next[j + 1] = a[i] === b[j] ? row[j] + 1 : Math.max(row[j + 1], next[j]);
    }
    [row, next] = [next, row];
  }
  return row[b.length] / longer;
}

/** The same, whatever the order of the words. */
function commonInAnyOrder(a: Uint32Array, b: Uint32Array): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 0;
  const [x, y] = [a.slice().sort(), b.slice().sort()];
  let common = 0;
  for (let i = 0, j = 0; i < x.length && j < y.length; ) {
    if (x[i] === y[j]) {
      common++;
      i++;
      j++;
    } else if (x[i] < y[j]) i++;
    else j++;
  }
  return common / longer;
}
