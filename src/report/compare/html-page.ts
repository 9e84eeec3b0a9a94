/** The page of a comparison: one file that needs nothing else, with both texts, their passages and all figures. */
import type { Comparison } from '../../comparison.ts';
import type { AtomicFile } from '../../write.ts';
import { island, jsonIsland } from '../html/escape.ts';
import { canonicalWords } from './canonical-words.ts';
import type { PageData } from './html/data.ts';
import { dataOf } from './html/data-of.ts';
import { COMPARISON_LIMITS, type ComparisonLimits } from './html/limits.ts';
import { comparisonPageEnd, comparisonPageStart } from './html/page.ts';

export interface ComparisonPageOptions {
  /** Smaller or larger pages. @default COMPARISON_LIMITS */
  readonly limits?: Partial<ComparisonLimits>;
}

/** Writes the page; committing the file is left to the caller. */
export async function writeComparisonPage(
  target: Pick<AtomicFile, 'write'>,
  comparison: Comparison,
  options: ComparisonPageOptions = {},
): Promise<void> {
  const data = dataOf(comparison, { ...COMPARISON_LIMITS, ...options.limits });
  await target.write(comparisonPageStart(comparison, data));
  const held: PageData = { ...data, canonicalWords: canonicalWords(data) };
  await target.write(island('comparison', jsonIsland(held)));
  await target.write(comparisonPageEnd());
}
