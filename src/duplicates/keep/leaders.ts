/**
 * Who stays, who goes. Texts are taken in the order of the keep policy; each is compared with the candidates that stay
 * so far and goes with the one most like it. So every document that goes was compared with the one kept for it.
 */
import type { Corpus } from '../../corpus/index.ts';
import type { Buckets, ContainmentOf, DuplicateOptions, Evidence } from '../../duplicates.ts';
import type { Engine } from '../../engines.ts';
import { simhashMode, textShape } from '../../fingerprint/index.ts';
import { ordered } from '../../ordered.ts';
import { sameBytes } from '../../platform/bytes.ts';
import type { TextsInFile } from '../../platform.ts';
import type { CandidateGraph } from '../candidates/candidate-graph.ts';
import { LimitedPairs, mostCompared } from '../candidates/limit.ts';
import { CrowdTexts } from '../proof/crowd-texts.ts';
import { evidence, SAME_TEXT } from '../proof/evidence.ts';
import { type TextsOfJob, textsOf, textsOfJobs } from './job-texts.ts';
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
  const crowd = await CrowdTexts.of(corpus, graph, engine, {
    ...options,
    ...{ rank: order.rank, mayStop: true },
  });
  // a job's work space grows with the longest of its texts
  const weigh = ({ longest }: TextsOfJob) => longest;
  const limits = { items: 1 + engine.threads, weigh, budget: LONGEST_TEXTS };
  const leftOut = new Uint8Array(graph.texts.textStarts.length - 1);
  const components = textsOfJobs(corpus, graph, order, crowd, (component) => {
    for (const cell of component) leftOut[cell] = 1;
  });
  const jobs = ordered(components, limits, async ({ texts }) => {
    const documents = texts.map((text) => order.best[text]);
    const isCompared = (i: number) => crowd.compared[texts[i]] === 1;
    const { file, ranges, release } = await textsOf(corpus, engine.heap, documents, isCompared);
    try {
      const ranked = rankedTexts(corpus, graph, documents, texts, options);
      const ruledOut = crowd.ruledOut(texts);
      return { texts, result: await proveInOrder({ file, ranges, ...ranked, ruledOut }, engine, options) };
    } finally {
      release();
    }
  });
  for await (const { texts, result } of jobs) {
    truncated += result.truncated;
    const same = graph.texts.conditions && (await equalTexts(corpus, texts, result.leaders, order));
    for (let i = 0; i < texts.length; i++) {
      const leader = result.leaders[i];
      if (leader === -1) continue;
      const [size, leaderSize, common] = result.counts.subarray(3 * i, 3 * i + 3);
      const found = same?.has(i) ? SAME_TEXT : evidence(size, leaderSize, common, result.distances[i]);
      onFollower(texts[i], texts[leader], found);
    }
  }
  return truncated + truncatedAmong(graph, leftOut, crowd, mostCompared(options));
}

/** How many texts of cells in which nothing is compared have more candidates than a text is compared with. */
function truncatedAmong(
  { texts }: CandidateGraph,
  cells: Uint8Array,
  crowd: CrowdTexts,
  most: number,
): number {
  if (!cells.includes(1)) return 0;
  const limited = new LimitedPairs(texts, most, crowd.skipped);
  // they all lead and are posted, so it does not matter that none is compared
  for (const { text } of limited.each(cells)) throw new Error(`text ${text} was to be skipped`);
  return limited.truncated;
}

/** Followers whose words are those of their leaders: conditions on fields have kept them apart until now. */
async function equalTexts(
  corpus: Corpus,
  texts: Uint32Array,
  leaders: Int32Array,
  { best }: KeepOrder,
): Promise<Set<number>> {
  const pairs: [place: number, document: number, leader: number][] = [];
  for (const [i, leader] of leaders.entries()) {
    if (leader === -1) continue;
    const [a, b] = [best[texts[i]], best[texts[leader]]];
    if (corpus.content(a) === corpus.content(b)) pairs.push([i, a, b]);
  }
  await corpus.needTexts(Uint32Array.from(new Set(pairs.flatMap(([, a, b]) => [a, b]))).sort());
  const isEqual = ([, a, b]: (typeof pairs)[number]) =>
    sameBytes(corpus.canonicalText(a), corpus.canonicalText(b));
  return new Set(pairs.filter(isEqual).map(([place]) => place));
}

/** The roles of a job's texts, and the buckets in which they meet. @param documents One for every text. */
function rankedTexts(
  corpus: Corpus,
  graph: CandidateGraph,
  documents: Uint32Array,
  texts: Uint32Array,
  options: LeaderOptions,
): Omit<RankedTexts, keyof TextsInFile | 'ruledOut'> {
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
  return { roles, cells, ...buckets, ...conditionsOf(graph, documents) };
}

function conditionsOf({ texts: { conditions } }: CandidateGraph, documents: Uint32Array) {
  const { keyOf, times } = conditions ?? {};
  return {
    ...(keyOf !== undefined && { keys: documents.map(keyOf) }),
    ...(times !== undefined && { times: Float64Array.from(documents, times.of), window: times.window }),
  };
}

/** The role of a text. @param isReference True if it is a text of the reference (`against`). */
export function roleOf(isReference: boolean, { onlyAgainst }: Pick<LeaderOptions, 'onlyAgainst'>): number {
  return isReference ? Role.leads : onlyAgainst ? Role.follows : Role.any;
}

/** Texts in the order of the decision. It does not matter where they come from: a corpus, or another machine. */
export type RankedTexts = Pick<
  LeadArguments,
  'file' | 'ranges' | 'roles' | 'cells' | 'ruledOut' | 'keys' | 'times' | 'window' | keyof LocalBuckets
>;

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
