/** How much of a text is identical, edited or replaced by synonyms: each word once, for its best passage. */
import type { KindShares } from '../../answers/comparisons.ts';
import type { Comparison, PassageKind } from '../../comparison.ts';
import { countedTexts } from './segments.ts';
import { countShares } from './shares.ts';

/** For all sources together, and for each source alone. */
export function kindShares(comparison: Comparison): { all: KindShares; sources: KindShares[] } {
  const counted = countedTexts(comparison);
  const { text, sources } = comparison;
  const sharesOf = (counting?: ReadonlySet<number>): KindShares => {
    const { kinds } = countShares(counted, { sources: counting });
    const share = (kind: PassageKind) => (text.words === 0 ? 0 : kinds[kind] / text.words);
    return { identical: share('identical'), edited: share('edited'), synonyms: share('synonyms') };
  };
  return { all: sharesOf(), sources: sources.map((_, source) => sharesOf(new Set([source]))) };
}
