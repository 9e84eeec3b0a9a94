/** What a text and one document of the collection share: runs of words grown from anchors, and sentences that are alike. */
import type { SharedPart, WordRange } from '../../comparison.ts';
import { hashWords } from './anchors.ts';
import type { QueryWords } from './query-words.ts';
import { commonInAnyOrder, commonInOrder } from './similar-sentences.ts';
import type { SourceTexts } from './source-texts.ts';

export interface PartLimits {
  /** Runs of at least this many words are shared parts by themselves. */
  readonly minWords: number;
  /** Edited sentences must have this share of the longer one in common. */
  readonly similar: number;
}

/** Meeting points of a text and a document: `own[i]` in the text is `theirs[i]` in the collection. */
export interface Meetings {
  /** Words where anchors begin, ascending in the collection. */
  readonly own: readonly number[];
  readonly theirs: readonly number[];
  /** Sentences with near fingerprints. */
  readonly sentences: readonly { readonly own: number; readonly theirs: number }[];
  readonly paragraphs: readonly { readonly own: number; readonly theirs: number }[];
}

export class PartFinder {
  private readonly parts: SharedPart[] = [];
  private readonly words: Uint32Array;
  private readonly first: number;
  /** Pairs of sentences that were looked at. */
  private readonly seen = new Set<number>();
  /** Words of the text that parts have: first, and behind the last. */
  private readonly covered: [from: number, to: number][] = [];

  constructor(
    private readonly query: QueryWords,
    private readonly texts: SourceTexts,
    document: number,
    private readonly limits: PartLimits,
  ) {
    const { first, end } = texts.wordRange(document);
    const bytes = texts.canonicalText(document);
    this.first = first;
    this.words = new Uint32Array(end - first);
    hashWords(bytes, 0, bytes.length, this.words, 0);
  }

  /** The shared parts in the order of the text, and the words of the text that they have together. */
  find(meetings: Meetings): { parts: SharedPart[]; ranges: WordRange[] } {
    this.growRuns(meetings);
    for (const { own, theirs } of meetings.sentences) this.compareSentences(own, theirs, commonInAnyOrder);
    for (const { own, theirs } of meetings.paragraphs) this.addParagraph(own, theirs);
    this.parts.sort((x, y) => x.a.start - y.a.start || y.words - x.words || x.b.start - y.b.start);
    return { parts: this.parts, ranges: this.coveredWords() };
  }

  private growRuns({ own, theirs }: Meetings): void {
    const { query, words, first } = this;
    // where the last run of a diagonal ended: an anchor within it tells nothing new
    const ends = new Map<number, number>();
    for (let i = 0; i < own.length; i++) {
      let a = own[i];
      let b = theirs[i] - first;
      const diagonal = a - b;
      if (b < (ends.get(diagonal) ?? 0)) continue;
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
      if (length === 0) continue;
      ends.set(diagonal, b + length);
      if (length >= this.limits.minWords) this.addRun(a, b, length);
      else
        this.compareSentences(query.sentenceOf(own[i]), this.texts.sentenceOfWord(theirs[i]), commonInOrder);
    }
  }

  private addRun(a: number, b: number, length: number): void {
    const { query, texts, first } = this;
    const own = [query.sentenceOf(a), query.sentenceOf(a + length - 1)];
    const theirs = [texts.sentenceOfWord(first + b), texts.sentenceOfWord(first + b + length - 1)];
    this.covered.push([a, a + length]);
    this.addPart(own[0], own[1], theirs[0], theirs[1], length, 'words', 1);
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
    const { firstWord, words } = this.texts.sentence(theirs);
    const score = common(mine, this.words.subarray(firstWord - this.first, firstWord - this.first + words));
    if (score < this.limits.similar) return;
    const from = this.query.firsts[own];
    if (this.isCovered(from, from + mine.length)) return;
    this.covered.push([from, from + mine.length]);
    this.addPart(own, own, theirs, theirs, mine.length, 'sentence', score);
  }

  /** A paragraph whose fingerprint is near: its sentences may be in any order. */
  private addParagraph(own: number, theirs: number): void {
    const { query, texts } = this;
    const { paragraph } = query.sentences[own];
    let last = own;
    while (last + 1 < query.sentences.length && query.sentences[last + 1].paragraph === paragraph) last++;
    const sentences = texts.paragraph(theirs);
    const [from, to] = [texts.sentence(sentences.first), texts.sentence(sentences.end - 1)];
    const [a, end] = [query.firsts[own], query.firsts[last + 1]];
    const b = this.words.subarray(from.firstWord - this.first, to.firstWord - this.first + to.words);
    const score = commonInAnyOrder(query.hashes.subarray(a, end), b);
    if (score < this.limits.similar || this.isCovered(a, end)) return;
    this.covered.push([a, end]);
    this.addPart(own, last, sentences.first, sentences.end - 1, end - a, 'paragraph', score);
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

  private addPart(
    firstOwn: number,
    lastOwn: number,
    firstTheirs: number,
    lastTheirs: number,
    words: number,
    kind: SharedPart['kind'],
    score: number,
  ): void {
    const { sentences } = this.query;
    const [from, to] = [this.texts.sentence(firstTheirs), this.texts.sentence(lastTheirs)];
    this.parts.push({
      a: {
        start: sentences[firstOwn].start,
        end: sentences[lastOwn].end,
        sentence: firstOwn,
        sentences: lastOwn - firstOwn + 1,
      },
      b: { start: from.start, end: to.end, sentence: from.number, sentences: lastTheirs - firstTheirs + 1 },
      words,
      kind,
      score,
    });
  }
}
