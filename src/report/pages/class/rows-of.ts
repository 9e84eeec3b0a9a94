/** The pairs of a class as rows. */
import type { JsonComparison } from '../../../answers/comparisons.ts';
import { sharedWords } from '../../comparison/json.ts';
import { type ClassRows, isListed, type PairRow, today } from './rows.ts';

/** The results of `compareAll`. */
export interface ClassFacts extends Omit<ClassRows, 'pairs' | 'date'> {
  readonly pairs: readonly (JsonComparison & { readonly inCollection?: true })[];
}

/** The pairs of a page that is kept, and what people said of them. */
export interface ListedPairs {
  /** The least share of either text. @default 0 */
  readonly least?: number;
  /** A part of a name. @default any */
  readonly named?: string;
  /** Verdicts and notes. @default none */
  readonly reviews?: readonly Pick<PairRow, 'a' | 'b' | 'state' | 'note'>[];
}

export function classRows({ pairs, ...facts }: ClassFacts, listed: ListedPairs = {}): ClassRows {
  const { least = 0, named = '', reviews = [] } = listed;
  const said = new Map(reviews.map(({ a, b, ...fields }) => [JSON.stringify([a, b]), fields]));
  const rows = pairs
    .filter((pair) => isListed(pair, least, named))
    .map((pair) => ({ ...pairRow(pair), ...said.get(JSON.stringify([pair.a, pair.b])) }));
  return { pairs: rows, ...facts, date: today(), ...(least > 0 && { least }) };
}

export function pairRow({ a, b, similarity, passages, inCollection }: ClassFacts['pairs'][number]): PairRow {
  return {
    ...{ a, b, similarity },
    shared: sharedWords(passages),
    passages: passages.length,
    ...(inCollection === true && { inCollection }),
  };
}
