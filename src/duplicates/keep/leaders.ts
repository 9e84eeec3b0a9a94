/**
 * Who stays, who goes. Texts are taken in the order of the keep policy; each is compared with the candidates that stay
 * so far and goes with the one most like it. So every document that goes was compared with the one kept for it.
 */
import { type Corpus, jobTexts } from '../../corpus/index.ts';
import type { Buckets, ContainmentOf, DuplicateOptions, Evidence } from '../../duplicates.ts';
import type { Engine } from '../../engines.ts';
import { simhashMode, textShape } from '../../fingerprint/index.ts';
import { ordered } from '../../ordered.ts';
import type { TextsInFile } from '../../platform.ts';
import type { CandidateGraph } from '../candidates/candidate-graph.ts';
import { mostCompared } from '../candidates/limit.ts';
import { evidence } from '../proof/evidence.ts';
import { type LeadArguments, type LeadResult, leadJob, leadSpace, Role } from './lead-job.ts';

export interface LeaderOptions extends DuplicateOptions {
  /** Compare with the reference only: documents of the input are not compared with each other. */
  readonly onlyAgainst: boolean;
  readonly containmentOf?: ContainmentOf;
}

/** The order in which texts are taken. */
export interface KeepOrder {
  /** For every text, its document that the policy likes best. */
  readonly best: Uint32Array;
  /** For every text its place; a lower rank is kept rather than a higher one. */
  readonly rank: Uint32Array;
}

/** Calls back for every text that goes, in no particular order. */
export type OnFollower = (text: number, leader: number, found: Evidence) => void;

/** Texts per job: enough to keep a worker busy, few enough to share the work. */
export const JOB_TEXTS = 2048;
const JOB_BYTES = 4 << 20;
/** Bytes of the longest texts of all jobs under way together; a job takes some 17 times that of the heap. */
const LONGEST_TEXTS = 100e6;

/** Returns how many texts were not compared with all of their candidates. */
export async function findLeaders(
  corpus: Corpus,
  graph: CandidateGraph,
  order: KeepOrder,
  engine: Engine,
  options: LeaderOptions,
  onFollower: OnFollower,
): Promise<number> {
  let truncated = 0;
  // a job's work space grows with the longest of its texts
  const weigh = (texts: Uint32Array) =>
    texts.reduce((longest, text) => Math.max(longest, corpus.lengths.get(order.best[text])), 0);
  const limits = { items: 1 + engine.threads, weigh, budget: LONGEST_TEXTS };
  const jobs = ordered(textsOfJobs(corpus, graph, order), limits, async (texts) => {
    const documents = texts.map((text) => order.best[text]);
    const { file, ranges, release } = await jobTexts(corpus, engine.heap, documents);
    try {
      const ranked = rankedTexts(corpus, graph, documents, texts, options);
      return { texts, result: await proveInOrder({ file, ranges, ...ranked }, engine, options) };
    } finally {
      release();
    }
  });
  for await (const { texts, result } of jobs) {
    truncated += result.truncated;
    for (let i = 0; i < texts.length; i++) {
      const leader = result.leaders[i];
      if (leader === -1) continue;
      const [size, leaderSize, common] = result.counts.subarray(3 * i, 3 * i + 3);
      const found = evidence(size, leaderSize, common, result.distances[i]);
      onFollower(texts[i], texts[leader], found);
    }
  }
  return truncated;
}

/** Gathers whole components into jobs, the texts of a job in rank order. */
function* textsOfJobs(corpus: Corpus, graph: CandidateGraph, order: KeepOrder): Generator<Uint32Array> {
  const { textStarts } = graph.texts;
  const inOrder = (texts: number[]) => Uint32Array.from(texts).sort((a, b) => order.rank[a] - order.rank[b]);
  let texts: number[] = [];
  let bytes = 0;
  for (const component of graph.components()) {
    for (const cell of component) {
      for (let text = textStarts[cell]; text < textStarts[cell + 1]; text++) {
        texts.push(text);
        bytes += corpus.lengths.get(order.best[text]);
      }
    }
    if (texts.length < JOB_TEXTS && bytes < JOB_BYTES) continue;
    yield inOrder(texts);
    texts = [];
    bytes = 0;
  }
  if (texts.length > 0) yield inOrder(texts);
}

/** The roles of a job's texts, and the buckets in which they meet. @param documents One for every text. */
function rankedTexts(
  corpus: Corpus,
  graph: CandidateGraph,
  documents: Uint32Array,
  texts: Uint32Array,
  options: LeaderOptions,
): Omit<RankedTexts, keyof TextsInFile> {
  const roles = new Uint8Array(texts.length);
  const cells = new Uint32Array(texts.length);
  const localCell = new Map<number, number>();
  for (let i = 0; i < texts.length; i++) {
    roles[i] = roleOf(documents[i] < corpus.references, options);
    const cell = graph.cellOf[texts[i]];
    let local = localCell.get(cell);
    if (local === undefined) {
      local = localCell.size;
      localCell.set(cell, local);
    }
    cells[i] = local;
  }
  const buckets = localBuckets(graph.buckets, Uint32Array.from(localCell.keys()));
  return { roles, cells, ...buckets };
}

/** The role of a text. @param isReference True if it is a text of the reference (`against`). */
export function roleOf(isReference: boolean, { onlyAgainst }: Pick<LeaderOptions, 'onlyAgainst'>): number {
  return isReference ? Role.leads : onlyAgainst ? Role.follows : Role.any;
}

/** Texts in the order of the decision. It does not matter where they come from: a corpus, or another machine. */
export type RankedTexts = Pick<LeadArguments, 'file' | 'ranges' | 'roles' | 'cells' | keyof LocalBuckets>;

/** Decides which of these texts lead and which follow. They hold whole components, so no other text has a say in it. */
export async function proveInOrder(
  texts: RankedTexts,
  engine: Engine,
  options: LeaderOptions,
): Promise<LeadResult> {
  const shape = textShape(options);
  const workBytes = leadSpace(texts.ranges, shape);
  const work = engine.heap.allocate(workBytes);
  const args: LeadArguments = {
    ...texts,
    most: mostCompared(options),
    shape,
    seed: engine.seed,
    simhashMode: simhashMode(options),
    threshold: options.threshold,
    containment: options.containment,
    containmentOf: options.containmentOf,
    work,
    workBytes,
  };
  try {
    return await engine.run(leadJob, args);
  } finally {
    engine.heap.release(work);
  }
}

type LocalBuckets = Pick<LeadArguments, 'buckets' | 'lookStarts' | 'looks' | 'postStarts' | 'posts'>;

/** The buckets of some cells, numbered anew. */
export function localBuckets(buckets: Buckets, cells: Uint32Array): LocalBuckets {
  const numbers = new Map<number, number>();
  const { lookStarts, looks, postStarts, posts } = buckets;
  const looked = localLists(cells, lookStarts, looks, numbers);
  const posted = posts === looks ? looked : localLists(cells, postStarts, posts, numbers);
  return {
    buckets: numbers.size,
    lookStarts: looked.starts,
    looks: looked.values,
    postStarts: posted.starts,
    posts: posted.values,
  };
}

/** The buckets of some cells, numbered anew in the order they turn up. */
function localLists(
  cells: Uint32Array,
  starts: Uint32Array,
  buckets: Uint32Array,
  numbers: Map<number, number>,
): { starts: Uint32Array; values: Uint32Array } {
  const localStarts = new Uint32Array(cells.length + 1);
  cells.forEach((cell, i) => {
    localStarts[i + 1] = localStarts[i] + starts[cell + 1] - starts[cell];
  });
  const values = new Uint32Array(localStarts[cells.length]);
  let at = 0;
  for (const cell of cells) {
    for (let p = starts[cell]; p < starts[cell + 1]; p++) {
      let number = numbers.get(buckets[p]);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(buckets[p], number);
      }
      values[at++] = number;
    }
  }
  return { starts: localStarts, values };
}
