/** How much of a text is identical, edited or replaced by synonyms: each word once, for its best passage. */
import type { Comparison, PassageKind } from '../../comparison.ts';
import { rounded } from '../numbers.ts';
import { bestPassage } from './html/client/best-passage.ts';
import { countShares } from './html/client/count-shares.ts';
import { dataOf, KINDS } from './html/data-of.ts';

/** Shares of the words of A, 0 to 1, by kind. */
export type KindShares = Readonly<Record<PassageKind, number>>;

/** For all sources together, and for each of them alone. */
export function kindShares(comparison: Comparison): { all: KindShares; sources: KindShares[] } {
  const data = dataOf(comparison);
  const { text, sources } = comparison;
  const count = (counts: (source: number) => boolean): KindShares => {
    const { kinds } = countShares({ bestPassage }, data, {
      minWords: 0,
      quotations: true,
      kinds: KINDS.map(() => true),
      sources: sources.map((_, source) => counts(source)),
    });
    const share = (kind: PassageKind) =>
      text.words === 0 ? 0 : rounded(kinds[KINDS.indexOf(kind)] / text.words);
    return { identical: share('identical'), edited: share('edited'), synonyms: share('synonyms') };
  };
  return { all: count(() => true), sources: sources.map((_, source) => count((other) => other === source)) };
}
