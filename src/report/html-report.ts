/**
 * The HTML report: one page that needs nothing else. Groups with their scores, what a threshold would do, and every
 * removed document beside the one that was kept for it. It is written while the groups come.
 */
import type { Problem } from '../document.ts';
import type { Group, Summary } from '../results.ts';
import type { AtomicFile } from '../write.ts';
import { Islands, type ReportText } from './html/islands.ts';
import { PAGE_LIMITS, type PageLimits } from './html/limits.ts';
import { pageEnd, pageNotes, pageStart } from './html/page.ts';

export type { ReportText } from './html/islands.ts';

export interface HtmlReportData {
  readonly title: string;
  readonly summary: Summary;
  /** How it was run, as the user would write it: `{ threshold: '0.8' }`. */
  readonly options: Readonly<Record<string, string>>;
  readonly groups: AsyncIterable<Group> | Iterable<Group>;
  /** The text of a document, or nothing where there is none to show. Asked for one group after the other, kept first. */
  text(id: string): Promise<ReportText | undefined>;
  readonly problems: readonly Problem[];
  /** Smaller or larger pages. @default PAGE_LIMITS */
  readonly limits?: Partial<PageLimits>;
}

/** Writes the page; committing the file is left to the caller. */
export async function writeHtmlReport(
  target: Pick<AtomicFile, 'write'>,
  data: HtmlReportData,
): Promise<void> {
  const limits = { ...PAGE_LIMITS, ...data.limits };
  await target.write(pageStart(data, limits));
  const islands = new Islands(target, (id) => data.text(id), limits);
  for await (const group of data.groups) await islands.add(group);
  await target.write(pageNotes(await islands.end()));
  await target.write(pageEnd());
}
