/**
 * The HTML report: one page that needs no other file. Groups with their scores, what another threshold would do, and every
 * removed document beside the one that was kept for it. It is written while groups are found.
 */

import type { Group } from '../../../answers/copies.ts';
import type { Summary } from '../../../answers/runs.ts';
import type { Problem } from '../../../document.ts';
import { type PageTarget, pageEnd, pageStart } from '../html-page.ts';
import { Islands } from './islands.ts';
import { PAGE_LIMITS, type PageLimits } from './limits.ts';
import { listedMembers } from './listed-members.ts';
import { groupsFooter, groupsMarkup, titleOf } from './markup.ts';
import type { PageText } from './page-texts.ts';

export interface HtmlReportData {
  /** Files and folders that were read, as they were given. */
  readonly inputs: readonly string[];
  readonly summary: Summary;
  /** How it was run, as the user would write it: `{ threshold: '0.8' }`. */
  readonly options: Readonly<Record<string, string>>;
  /** They are gone through more than once. */
  readonly groups: Iterable<Group>;
  /** The texts to show, by the ids of their documents. */
  readonly texts: ReadonlyMap<string, PageText>;
  readonly problems: readonly Problem[];
  /** Smaller or larger pages. @default PAGE_LIMITS */
  readonly limits?: Partial<PageLimits>;
}

/** Committing the file is left to the caller. */
export async function writeHtmlReport(target: PageTarget, data: HtmlReportData): Promise<void> {
  const limits = { ...PAGE_LIMITS, ...data.limits };
  // loaded late: most commands do not need it
  const { groupsPage } = await import('../bundled.js');
  await target.write(pageStart(groupsPage, titleOf(data.inputs)));
  await target.write(groupsMarkup(data, limits));
  const listed = listedMembers(data.groups, limits.members);
  const islands = new Islands(target, data.texts, listed);
  for (const group of data.groups) await islands.add(group);
  await target.write(groupsFooter(await islands.end()));
  await target.write(pageEnd(groupsPage));
}
