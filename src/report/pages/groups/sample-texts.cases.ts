/** Texts for tests of the page, chosen as a run chooses them. */
import type { Group } from '../../../answers/copies.ts';
import { PAGE_LIMITS, type PageLimits } from './limits.ts';
import { type PageText, PageTexts, type ReportText } from './page-texts.ts';

export function sampleTexts(
  groups: readonly Group[],
  textOf: (id: string) => ReportText,
  limits: Partial<PageLimits> = {},
): ReadonlyMap<string, PageText> {
  const texts = new PageTexts(groups, (id) => textOf(id).text.length, { ...PAGE_LIMITS, ...limits });
  for (const id of texts.wanted) texts.add(id, textOf(id));
  return texts.fitting();
}
