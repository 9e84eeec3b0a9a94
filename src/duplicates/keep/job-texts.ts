/** Which texts go into one job: whole components, because a text outside has no say in them. */
import { type Corpus, type JobTexts, jobTexts } from '../../corpus/index.ts';
import type { Heap } from '../../engines/index.ts';
import type { CandidateGraph } from '../candidates/candidate-graph.ts';
import type { CrowdTexts } from '../proof/crowd-texts.ts';
import type { KeepOrder } from './leaders.ts';

/** Texts per job: enough to keep a worker busy, few enough to share the work. */
export const JOB_TEXTS = 2048;
const JOB_BYTES = 4 << 20;

export interface TextsOfJob {
  /** In rank order. */
  readonly texts: Uint32Array;
  /** Bytes of the longest one that is compared. */
  readonly longest: number;
}

/**
 * Gathers components into jobs. Those in which no two texts are compared are left out.
 * @param leaveOut Called with the cells of each of these.
 */
export function* textsOfJobs(
  corpus: Corpus,
  graph: CandidateGraph,
  order: KeepOrder,
  crowd: CrowdTexts,
  leaveOut: (component: readonly number[]) => void,
): Generator<TextsOfJob> {
  const { textStarts } = graph.texts;
  // a text of the reference is not counted, whatever its candidates are
  const isWhole = crowd.isEmpty || corpus.references > 0;
  const isCompared = (cell: number) =>
    crowd.compared.subarray(textStarts[cell], textStarts[cell + 1]).includes(1);
  const inOrder = (texts: number[]) => Uint32Array.from(texts).sort((a, b) => order.rank[a] - order.rank[b]);
  let texts: number[] = [];
  let bytes = 0;
  let longest = 0;
  for (const component of graph.components()) {
    if (!isWhole && !component.some(isCompared)) {
      leaveOut(component);
      continue;
    }
    for (const cell of component) {
      for (let text = textStarts[cell]; text < textStarts[cell + 1]; text++) {
        texts.push(text);
        if (crowd.compared[text] === 0) continue;
        const length = corpus.lengths.get(order.best[text]);
        bytes += length;
        longest = Math.max(longest, length);
      }
    }
    if (texts.length < JOB_TEXTS && bytes < JOB_BYTES) continue;
    yield { texts: inOrder(texts), longest };
    texts = [];
    bytes = 0;
    longest = 0;
  }
  if (texts.length > 0) yield { texts: inOrder(texts), longest };
}

/** The texts of a job; those that are not compared are left empty. */
export async function textsOf(
  corpus: Corpus,
  heap: Heap,
  documents: Uint32Array,
  isCompared: (place: number) => boolean,
): Promise<JobTexts> {
  const texts = await jobTexts(
    corpus,
    heap,
    documents.filter((_, place) => isCompared(place)),
  );
  const ranges = new Float64Array(2 * documents.length);
  let next = 0;
  for (let i = 0; i < documents.length; i++) {
    if (!isCompared(i)) continue;
    ranges[2 * i] = texts.ranges[next++];
    ranges[2 * i + 1] = texts.ranges[next++];
  }
  return { ...texts, ranges };
}
