/** Every pair of distinct texts that the comparison confirms. */
import type { Corpus } from '../../corpus/index.ts';
import type { DuplicateOptions, Evidence, VerifyOptions } from '../../duplicates.ts';
import type { Engine } from '../../engines.ts';
import { simhashMode, textShape } from '../../fingerprint/index.ts';
import { ordered } from '../../ordered.ts';
import { bucketPairs } from '../candidates/buckets.ts';
import { CandidateGraph } from '../candidates/candidate-graph.ts';
import type { CandidateTexts } from '../candidates/candidate-texts.ts';
import { LimitedPairs, mostCompared } from '../candidates/limit.ts';
import { type CompareArguments, compareJob, compareSpace } from './compare-job.ts';
import { CrowdSketches } from './crowd-sketches.ts';
import { CrowdTexts } from './crowd-texts.ts';
import { evidence, isProved } from './evidence.ts';

/** Calls back for every confirmed pair of texts. */
export type OnPair = (a: number, b: number, found: Evidence) => void;

/** Bounds of one job: comparisons, and bytes of text it may have to load. */
const JOB_PAIRS = 16_384;
const JOB_BYTES = 4 << 20;
/** Text of all jobs under way together; it takes some six times that of the heap. */
const BYTES_AT_A_TIME = 256 << 20;

/** Returns how many texts were not compared with all of their candidates. */
export async function findTextPairs(
  corpus: Corpus,
  texts: CandidateTexts,
  engine: Engine,
  options: DuplicateOptions,
  onPair: OnPair,
): Promise<number> {
  const graph = new CandidateGraph(texts);
  const crowd = await CrowdTexts.of(corpus, graph, engine, options);
  await corpus.needTexts(comparedDocuments(graph, crowd));
  const most = mostCompared(options);
  const limited =
    most === Number.POSITIVE_INFINITY ? undefined : new LimitedPairs(texts, most, crowd.skipped);
  const pairs =
    limited === undefined
      ? candidatePairs(texts)
      : pairsOf(limited, await CrowdSketches.of(corpus, texts, crowd, engine, options));
  const plans = planJobs(corpus, texts, pairs);
  const limits = {
    items: 2 * engine.threads,
    weigh: (plan: PairPlan) => plan.bytes,
    budget: BYTES_AT_A_TIME,
  };
  const jobs = ordered(plans, limits, async (plan) => ({
    plan,
    result: await plan.run(engine, options),
  }));
  for await (const { plan, result } of jobs) {
    for (let p = 0; p < result.common.length; p++) {
      const a = plan.pairs[2 * p];
      const b = plan.pairs[2 * p + 1];
      const found = evidence(result.sizes[a], result.sizes[b], result.common[p], result.distances[p]);
      const contained = Math.max(found.aInB, found.bInA);
      if (isProved(found.resemblance, contained, options)) onPair(plan.texts[a], plan.texts[b], found);
    }
  }
  return limited?.truncated ?? 0;
}

/** A document of every text that may be compared with another. */
function comparedDocuments(graph: CandidateGraph, { compared }: CrowdTexts): Uint32Array {
  const { memberStarts, members, textStarts } = graph.texts;
  const documents: number[] = [];
  for (const cells of graph.components()) {
    for (const cell of cells) {
      for (let text = textStarts[cell]; text < textStarts[cell + 1]; text++)
        if (compared[text] === 1) documents.push(members[memberStarts[text]]);
    }
  }
  return Uint32Array.from(documents);
}

function* planJobs(
  corpus: Corpus,
  texts: CandidateTexts,
  pairs: Iterable<readonly [number, number]>,
): Generator<PairPlan> {
  let plan = new PairPlan(corpus, texts);
  for (const [a, b] of pairs) {
    plan.add(a, b);
    if (!plan.isFull) continue;
    yield plan;
    plan = new PairPlan(corpus, texts);
  }
  if (plan.pairs.length > 0) yield plan;
}

function* pairsOf(limited: LimitedPairs, sketches: CrowdSketches): Generator<[number, number]> {
  for (const { text, others } of limited.each()) {
    for (const other of sketches.likely(text, others)) yield [other, text];
  }
}

/** All pairs of texts of one cell, and of cells that meet; one text's pairs come one after another. */
function* candidatePairs(texts: CandidateTexts): Generator<[number, number]> {
  const { textStarts, buckets } = texts;
  let next = 0;
  for (const { item: cell, others } of bucketPairs(buckets)) {
    yield* cellPairs(texts, next, cell);
    next = cell + 1;
    for (let a = textStarts[cell]; a < textStarts[cell + 1]; a++) {
      for (let b = a + 1; b < textStarts[cell + 1]; b++) yield [a, b];
      for (const other of others) {
        for (let b = textStarts[other]; b < textStarts[other + 1]; b++) yield [a, b];
      }
    }
  }
  yield* cellPairs(texts, next, textStarts.length - 1);
}

/** Pairs within cells that meet no later ones. */
function* cellPairs({ textStarts }: CandidateTexts, from: number, to: number): Generator<[number, number]> {
  for (let cell = from; cell < to; cell++) {
    for (let a = textStarts[cell]; a < textStarts[cell + 1]; a++) {
      for (let b = a + 1; b < textStarts[cell + 1]; b++) yield [a, b];
    }
  }
}

/** The comparisons of one job; every text in it is loaded once. */
class PairPlan {
  readonly pairs: number[] = [];
  readonly texts: number[] = [];
  private readonly corpus: Corpus;
  private readonly candidates: CandidateTexts;
  private readonly slots = new Map<number, number>();
  /** Of its texts. */
  bytes = 0;

  constructor(corpus: Corpus, candidates: CandidateTexts) {
    this.corpus = corpus;
    this.candidates = candidates;
  }

  get isFull(): boolean {
    return this.pairs.length >= 2 * JOB_PAIRS || this.bytes >= JOB_BYTES;
  }

  add(a: number, b: number): void {
    this.pairs.push(this.slot(a), this.slot(b));
  }

  async run(engine: Engine, options: VerifyOptions) {
    const ranges = new Float64Array(2 * this.texts.length);
    for (let i = 0; i < this.texts.length; i++) {
      const document = this.document(this.texts[i]);
      ranges[2 * i] = this.corpus.positions.get(document);
      ranges[2 * i + 1] = this.corpus.lengths.get(document);
    }
    const shape = textShape(options);
    const work = engine.heap.allocate(compareSpace(ranges, shape));
    const args: CompareArguments = {
      file: this.corpus.spool.file,
      ranges,
      pairs: Uint32Array.from(this.pairs),
      shape,
      seed: engine.seed,
      simhashMode: simhashMode(options),
      work,
    };
    try {
      return await engine.run(compareJob, args);
    } finally {
      engine.heap.release(work);
    }
  }

  private slot(text: number): number {
    let slot = this.slots.get(text);
    if (slot === undefined) {
      slot = this.texts.length;
      this.slots.set(text, slot);
      this.texts.push(text);
      this.bytes += this.corpus.lengths.get(this.document(text));
    }
    return slot;
  }

  private document(text: number): number {
    return this.candidates.members[this.candidates.memberStarts[text]];
  }
}
