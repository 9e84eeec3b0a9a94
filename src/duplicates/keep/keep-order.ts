/** The order in which documents of a group are taken: the first one stays. */
import type { Corpus } from '../../corpus/index.ts';
import type { CandidateTexts } from '../candidates/candidate-texts.ts';
import type { KeepOrder } from './leaders.ts';
import { keepPolicy } from './policies.ts';

/** The value by which a policy compares documents; undefined if a document has none. */
export type KeepValue = number | bigint | string | undefined;

/** The order in which texts are taken: the reference first, then by policy, then by input. */
export function keepOrder(
  corpus: Corpus,
  texts: CandidateTexts,
  keep: string,
  keepValue: (number: number) => KeepValue,
): KeepOrder {
  const compare = documentOrder(corpus, keep, keepValue);
  const count = texts.memberStarts.length - 1;
  const best = new Uint32Array(count);
  for (let text = 0; text < count; text++) {
    const end = texts.memberStarts[text + 1];
    let first = texts.members[texts.memberStarts[text]];
    for (let at = texts.memberStarts[text] + 1; at < end; at++) {
      if (compare(texts.members[at], first) < 0) first = texts.members[at];
    }
    best[text] = first;
  }
  const order = best.map((_, text) => text);
  // the usual policy finds them in order
  const isInOrder = best.every((document, text) => text === 0 || compare(best[text - 1], document) <= 0);
  if (!isInOrder) order.sort((a, b) => compare(best[a], best[b]));
  const rank = new Uint32Array(count);
  for (let place = 0; place < count; place++) rank[order[place]] = place;
  return { best, rank };
}

/** Compares documents by number: the one that stays first is less. */
export function documentOrder(
  corpus: Corpus,
  keep: string,
  keepValue: (number: number) => KeepValue,
): (a: number, b: number) => number {
  const byPolicy = policy(corpus, keep, keepValue);
  return (a, b) => {
    const aReference = a < corpus.references;
    const bReference = b < corpus.references;
    if (aReference || bReference) return aReference && bReference ? a - b : aReference ? -1 : 1;
    return byPolicy(a, b) || a - b;
  };
}

function policy(
  corpus: Corpus,
  keep: string,
  keepValue: (number: number) => KeepValue,
): (a: number, b: number) => number {
  const { by, order } = keepPolicy(keep)!;
  const direction = order === 'least' ? 1 : -1;
  if (by === 'number') return (a, b) => direction * (a - b);
  if (by === 'words') return (a, b) => direction * (corpus.words.get(a) - corpus.words.get(b));
  return (a, b) => compareValues(keepValue(a), keepValue(b), direction);
}

/** Documents without a value come last, whichever way the others are ordered. */
function compareValues(a: KeepValue, b: KeepValue, direction: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  // a number and a bigint may be equal and are not the same
  return a < b ? -direction : a > b ? direction : 0;
}
