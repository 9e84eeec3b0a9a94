/** Pages as strings, for apps that show them instead of writing them to files. */
import type { Comparison } from '../../comparison.ts';
import type { PairReview } from './comparison/markup.ts';
import type { HtmlReportData } from './groups/write-page.ts';
import type { PageTarget } from './html-page.ts';

/** The page of `compare`: both texts with their passages. @param review What a person said of the pair, to be shown with the date. */
export async function comparisonHtml(comparison: Comparison, review?: PairReview): Promise<string> {
  const { writeComparisonPage } = await import('./comparison/write-page.ts');
  return collected((target) => writeComparisonPage(target, comparison, { review }));
}

/** The data of the groups page; `textOf` gives the texts that fit in. */
export interface GroupsPageData extends Omit<HtmlReportData, 'texts' | 'groups' | 'limits'> {
  readonly groups: Extract<HtmlReportData['groups'], Iterable<unknown>>;
  readonly lengthOf: (id: string) => number;
  readonly textOf: (id: string) => Promise<string>;
}

/** The page of `dedup`: groups with their evidence. */
export async function groupsHtml({ lengthOf, textOf, ...data }: GroupsPageData): Promise<string> {
  const { PAGE_LIMITS } = await import('./groups/limits.ts');
  const { PageTexts } = await import('./groups/page-texts.ts');
  const { writeHtmlReport } = await import('./groups/write-page.ts');
  const texts = new PageTexts(data.groups, lengthOf, PAGE_LIMITS);
  for (const id of texts.wanted) texts.add(id, { text: await textOf(id) });
  return collected((target) => writeHtmlReport(target, { ...data, texts: texts.fitting() }));
}

async function collected(write: (target: PageTarget) => Promise<void>): Promise<string> {
  const chunks: string[] = [];
  await write({ write: (chunk) => void chunks.push(chunk) });
  return chunks.join('');
}
