/** The question of this room, step by step: candidates → proof → pairs, or groups around the documents that are kept. */
import type { Options } from '../options.ts';
import type { Run } from '../pipeline.ts';
import { CandidateGraph } from './candidates/candidate-graph.ts';
import { candidateTexts } from './candidates/candidate-texts.ts';
import { GroupTable } from './keep/group-table.ts';
import { type FieldValues, keepOrder } from './keep/keep-order.ts';
import { findLeaders } from './proof/leaders.ts';
import { PairTable } from './proof/pair-table.ts';
import { findTextPairs } from './proof/text-pairs.ts';

/** Finds which documents are copies, and which document is kept for each of them. */
export async function findGroups(
  { engine, corpus }: Run,
  values: FieldValues,
  options: Options,
): Promise<GroupTable> {
  options.onProgress({ stage: 'match', documents: corpus.length });
  const texts = await candidateTexts(corpus, engine, options);
  const order = keepOrder(corpus, texts, options.keep, values);
  const groups = new GroupTable(corpus, texts, order, options.onlyAgainst);
  options.onProgress({ stage: 'verify', documents: corpus.length });
  await findLeaders(corpus, new CandidateGraph(texts), order, engine, options, (text, leader, evidence) => {
    groups.follow(text, leader, evidence);
  });
  groups.finish();
  return groups;
}

/** Finds every pair of near-duplicates. */
export async function findPairs({ engine, corpus }: Run, options: Options): Promise<PairTable> {
  options.onProgress({ stage: 'match', documents: corpus.length });
  const texts = await candidateTexts(corpus, engine, options);
  const pairs = new PairTable(corpus, texts);
  pairs.addSameTexts();
  options.onProgress({ stage: 'verify', documents: corpus.length });
  await findTextPairs(corpus, texts, engine, options, (a, b, evidence) => pairs.addTexts(a, b, evidence));
  return pairs;
}
