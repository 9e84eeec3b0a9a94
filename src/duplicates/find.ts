/** The question of this room, step by step: candidates → proof → pairs, or groups around the documents that are kept. */
import type { Corpus } from '../corpus/index.ts';
import type { FieldsOf } from '../document.ts';
import type {
  CandidateOptions,
  ContainmentOf,
  DropOptions,
  DuplicateOptions,
  KeepOptions,
} from '../duplicates.ts';
import type { Run } from '../pipeline.ts';
import type { RunOptions } from '../run-options.ts';
import { CandidateGraph } from './candidates/candidate-graph.ts';
import { type CandidateTexts, candidateTexts } from './candidates/candidate-texts.ts';
import type { Conditions } from './candidates/conditions.ts';
import { comparisonsIn, mostCompared } from './candidates/limit.ts';
import { GroupTable } from './keep/group-table.ts';
import { documentOrder, type KeepValue, keepOrder } from './keep/keep-order.ts';
import { findLeaders } from './keep/leaders.ts';
import { PairTable } from './proof/pair-table.ts';
import { findTextPairs } from './proof/text-pairs.ts';

export interface GroupSearch extends DuplicateOptions, KeepOptions, Partial<DropOptions>, RunOptions {
  /** Documents of the input are compared with the reference only. */
  readonly onlyAgainst?: boolean;
  readonly containmentOf?: ContainmentOf;
}

/** Finds which documents are copies, and which document is kept for each copy. */
export async function findGroups(
  { engine, corpus }: Run,
  keepValue: (number: number) => KeepValue,
  options: GroupSearch,
  fieldsOf?: FieldsOf,
  conditions?: Conditions,
): Promise<GroupTable> {
  const { onlyAgainst = false } = options;
  options.onProgress({ stage: 'match', documents: corpus.length });
  const texts = await candidateTexts(corpus, engine, options, conditions);
  const order = keepOrder(corpus, texts, options.keep, keepValue);
  const groups = new GroupTable(corpus, texts, order, onlyAgainst, fieldsOf);
  tellComparisons(corpus, texts, options);
  const proof = { ...options, onlyAgainst };
  const graph = new CandidateGraph(texts);
  const truncated = await findLeaders(corpus, graph, order, engine, proof, (text, leader, evidence) => {
    groups.follow(text, leader, evidence);
  });
  groups.finish(truncated);
  groups.drop(options, documentOrder(corpus, options.keep, keepValue));
  return groups;
}

/** Finds every pair of near-duplicates. */
export async function findPairs(
  { engine, corpus }: Run,
  options: DuplicateOptions & RunOptions,
  fieldsOf?: FieldsOf,
): Promise<PairTable> {
  options.onProgress({ stage: 'match', documents: corpus.length });
  const texts = await candidateTexts(corpus, engine, options);
  const pairs = new PairTable(corpus, texts, fieldsOf);
  pairs.addSameTexts();
  tellComparisons(corpus, texts, options);
  pairs.truncated = await findTextPairs(corpus, texts, engine, options, (a, b, evidence) => {
    pairs.addTexts(a, b, evidence);
  });
  return pairs;
}

/** The exact method compares without a limit, so it says beforehand how much that may be. */
function tellComparisons(
  corpus: Corpus,
  { buckets }: CandidateTexts,
  options: CandidateOptions & RunOptions,
): void {
  const isLimited = mostCompared(options) < Number.POSITIVE_INFINITY;
  const pairs = (corpus.length * (corpus.length - 1)) / 2;
  const comparisons = isLimited ? undefined : Math.min(pairs, comparisonsIn(buckets));
  options.onProgress({ stage: 'verify', documents: corpus.length, comparisons });
}
