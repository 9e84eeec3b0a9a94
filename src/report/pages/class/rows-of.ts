/** The pairs of a class as rows. */
import type { JsonComparison } from '../../../answers/comparisons.ts';
import { sharedWords } from '../../comparison/json.ts';
import type { ClassRows, PairRow } from './rows.ts';

/** The results of `compareAll`. */
export interface ClassFacts extends Omit<ClassRows, 'pairs'> {
  readonly pairs: readonly (JsonComparison & { readonly inCollection?: true })[];
}

export function classRows({ pairs, ...facts }: ClassFacts): ClassRows {
  return { pairs: pairs.map(pairRow), ...facts };
}

export function pairRow({ a, b, similarity, passages, inCollection }: ClassFacts['pairs'][number]): PairRow {
  return {
    ...{ a, b, similarity },
    shared: sharedWords(passages),
    passages: passages.length,
    ...(inCollection === true && { inCollection }),
  };
}
