/** All groups: to go through them, and as a table for a spreadsheet with a row for each copy. */
import { csvFile } from '../../src/apps/page/csv-file.ts';
import { inCollection, json } from '../api/client.ts';
import { titlesOf } from '../api/heads.ts';
import type { GroupPage, GroupRow } from '../api/types.ts';
import { say } from '../say/index.ts';

/** Groups of one request, and documents whose titles are asked for: more are told by their ids. */
const TOGETHER = 1000;
const MOST_TITLES = 5000;

/** The largest groups, or those that come after them. */
export function groupPage(resemblance: number, after = '0', limit = 100): Promise<GroupPage> {
  const query = new URLSearchParams({
    ...{ limit: String(limit), order: 'largest', after, resemblance: String(resemblance) },
  });
  return json<GroupPage>(`${inCollection('groups')}?${query}`);
}

export async function allGroups(resemblance: number): Promise<GroupRow[]> {
  const all: GroupRow[] = [];
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const page: GroupPage = await groupPage(resemblance, after, TOGETHER);
    all.push(...page.groups);
    after = page.next;
  }
  return all;
}

/** Groups are numbered as they are listed. */
export async function groupsCsv(groups: readonly GroupRow[]): Promise<Blob> {
  const ids = groups.flatMap(({ kept, members }) => [kept, ...members.map(({ id }) => id)]);
  const titles = await titlesOf(ids.slice(0, MOST_TITLES));
  const rows = groups.flatMap(({ kept, members }, i) =>
    members.map(({ id, resemblance }) => [
      ...[i + 1, kept, titles.get(kept), id, titles.get(id), say.value.percent(resemblance)],
    ]),
  );
  return csvFile([say.value.groupColumns, ...rows]);
}
