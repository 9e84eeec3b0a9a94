/** The pairs of a class as rows. */
import type { JsonComparison } from '../../../answers/comparisons.ts';
import { sharedWords } from '../../comparison/json.ts';
import { say } from '../say.ts';
import { hiddenNames, hiddenSources } from './hidden-names.ts';
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
  /** Documents have numbers in place of names. @default false */
  readonly hidesNames?: boolean;
  /** The name of the class. @default none */
  readonly name?: string;
  /** Files that could not be read before the texts came here. @default none */
  readonly unread?: ClassRows['unread'];
}

export function classRows({ pairs, ...facts }: ClassFacts): ClassRows {
  return { pairs: pairs.map(pairRow), ...facts, date: today() };
}

/** The rows of a page that is kept. @returns The pairs as they were compared, too: names of the rows may be hidden. */
export function listedRows(
  facts: ClassFacts,
  { least = 0, named = '', reviews = [], hidesNames = false, name, unread = [] }: ListedPairs,
): { readonly rows: ClassRows; readonly compared: readonly PairRow[] } {
  const all = classRows(facts);
  const said = new Map(reviews.map(({ a, b, state, note }) => [keyOf({ a, b }), { state, note }]));
  const hidden = hidesNames ? hiddenNames(all.pairs, say.hiddenName) : [];
  const shown = all.pairs.map((pair, i) => ({ ...pair, ...said.get(keyOf(pair)), ...hidden[i] }));
  const numbers = [...shown.keys()].filter((number) => isListed(shown[number], least, named));
  const pairs = numbers.map((number) => shown[number]);
  return {
    rows: {
      ...all,
      pairs,
      ...(least > 0 && { least }),
      ...(name !== undefined && { name }),
      ...unreadRows([...unread, ...(facts.unread ?? [])], hidesNames ? all.documents : undefined),
    },
    compared: numbers.map((number) => all.pairs[number]),
  };
}

/** @param hidden Documents that have numbers: names are hidden, and these files get the next ones. */
function unreadRows(
  unread: NonNullable<ClassRows['unread']>,
  hidden: number | undefined,
): Pick<ClassRows, 'unread'> {
  if (unread.length === 0) return {};
  return { unread: hidden === undefined ? unread : hiddenSources(unread, hidden, say.hiddenName) };
}

export function pairRow({
  a,
  b,
  similarity,
  passages,
  disguises,
  inCollection,
}: ClassFacts['pairs'][number]): PairRow {
  return {
    ...{ a, b, similarity },
    shared: sharedWords(passages),
    passages: passages.length,
    ...(disguises !== undefined && { disguises }),
    ...(inCollection === true && { inCollection }),
  };
}

function keyOf({ a, b }: Pick<PairRow, 'a' | 'b'>): string {
  return JSON.stringify([a, b]);
}
