/**
 * Texts of crowds that resemble no text before them, found before any pair is listed. If many texts share a footer, each has hundreds of
 * candidates, and nearly all are ruled out here, by one look at the text, which is then not read again.
 *
 * Texts are taken in the order of their documents, and the shingles of all texts so far have a bit each in a filter. A text with few of these
 * shingles has few in common with any earlier text. Two shingles may have the same bit, so the number is never too small: this loses nothing.
 */
import type { Corpus } from '../../corpus/index.ts';
import type { DuplicateOptions } from '../../duplicates.ts';
import type { Engine } from '../../engines.ts';
import type { CandidateGraph } from '../candidates/candidate-graph.ts';
import type { CandidateTexts } from '../candidates/candidate-texts.ts';
import { comparedTexts, crowdIn } from '../candidates/crowds.ts';
import { mostCompared } from '../candidates/limit.ts';
import { resemblanceOf } from './evidence.ts';
import { MetTexts } from './met-texts.ts';
import { mayResemble, type RuledOut } from './ruled-out.ts';

/** Texts that are tried first. If fewer than half of them are alone, most are copies, and `dedup` looks at no more of them beforehand. */
const TRIED = 2048;

export interface CrowdOptions extends DuplicateOptions {
  /** For every text its place in the order in which texts are compared with those before them. @default its number */
  readonly rank?: Uint32Array;
  /** Take no more texts if few of the first ones are alone. */
  readonly mayStop?: boolean;
}

export class CrowdTexts implements RuledOut {
  /** The texts that were taken, in this order. */
  taken: Uint32Array = new Uint32Array();
  /** For each of these its distinct shingles, and how many of them texts before it have, at most. */
  counts = new Uint32Array();
  turns = new Uint32Array();
  alone = new Uint8Array();
  skipped = new Uint8Array();
  /** 1 for texts that may be compared with another one. */
  compared: Uint8Array;

  private constructor(texts: CandidateTexts) {
    this.compared = new Uint8Array(texts.memberStarts.length - 1).fill(1);
  }

  /** Takes the texts of all crowds. */
  static async of(
    corpus: Corpus,
    graph: CandidateGraph,
    engine: Engine,
    options: CrowdOptions,
  ): Promise<CrowdTexts> {
    const { texts } = graph;
    const { containment, threshold, rank, mayStop = false } = options;
    const found = new CrowdTexts(texts);
    // a number of shingles says nothing of containment, and without a limit no text has a crowd
    const isLimited = mostCompared(options) < Number.POSITIVE_INFINITY;
    // nor does it say anything of texts with one key
    const isTold = containment === undefined && isLimited && texts.conditions?.keyOf === undefined;
    const crowd = isTold ? crowdIn(graph) : undefined;
    if (crowd === undefined) return found;
    const documentOf = (text: number) => texts.members[texts.memberStarts[text]];
    const taken = crowd.texts.sort((a, b) => documentOf(a) - documentOf(b));
    const documents = taken.map(documentOf);
    const bytes = documents.reduce((sum, document) => sum + corpus.lengths.get(document), 0);
    const met = new MetTexts(corpus, engine, options, bytes);
    try {
      const tried = await met.take(documents.subarray(0, TRIED));
      const alone = aloneAmong(tried, threshold);
      if (mayStop && 2 * alone.reduce((sum, one) => sum + one, 0) < alone.length) return found;
      found.counts = new Uint32Array(2 * taken.length);
      found.counts.set(tried);
      found.counts.set(await met.take(documents.subarray(TRIED)), tried.length);
    } finally {
      met.close();
    }
    found.taken = taken;
    found.note(texts, crowd.whole, threshold, rank);
    return found;
  }

  get isEmpty(): boolean {
    return this.taken.length === 0;
  }

  /** What is known of some texts; undefined if nothing is. */
  ruledOut(texts: Uint32Array): RuledOut | undefined {
    if (this.isEmpty) return undefined;
    const [turns, alone, skipped] = [this.turns, this.alone, this.skipped].map((of) => {
      return texts.map((text) => of[text]);
    });
    return { turns, alone, skipped };
  }

  mayResemble(a: number, b: number): boolean {
    return this.isEmpty || mayResemble(this, a, b);
  }

  private note(texts: CandidateTexts, whole: Uint8Array, threshold: number, rank?: Uint32Array): void {
    const { taken } = this;
    this.turns = new Uint32Array(whole.length);
    this.alone = new Uint8Array(whole.length);
    const alone = aloneAmong(this.counts, threshold);
    const placeOf = (text: number) => rank?.[text] ?? text;
    let isInOrder = true;
    for (let i = 0; i < taken.length; i++) {
      this.turns[taken[i]] = i + 1;
      this.alone[taken[i]] = alone[i];
      if (i > 0 && (placeOf(taken[i - 1]) > placeOf(taken[i]) || taken[i - 1] > taken[i])) isInOrder = false;
    }
    // otherwise a candidate may have been taken later, and resemble it
    this.skipped = this.alone.map((isAlone, text) => (isInOrder ? isAlone & whole[text] : 0));
    this.compared = comparedTexts(texts, this.skipped);
  }
}

/** 1 for those of some texts that resemble none before them. @param counts Of every text its shingles, and how many were met. */
function aloneAmong(counts: Uint32Array, threshold: number): Uint8Array {
  return Uint8Array.from({ length: counts.length / 2 }, (_, i) => {
    const [size, met] = [counts[2 * i], counts[2 * i + 1]];
    // at the most, all of a smaller text is in it
    return resemblanceOf(size, met, met) < threshold ? 1 : 0;
  });
}
