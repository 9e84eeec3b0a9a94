/** Runs in the page. The list of groups: search, order, range of resemblance, and one page of cards at a time. */

import type { GroupRow, TextRow } from '../data.ts';
import type { ShowRange } from './histogram.ts';
import type { PageTools } from './page-tools.ts';

/** Fills the list and gives the function that narrows it. Self-contained: it is sent to the page as source. */
export function groupList(tools: PageTools): ShowRange {
  /** Cards on a page: quick to draw, short enough to read. */
  const PAGE = 25;
  const byId = (id: string) => document.getElementById(id)!;
  const island = <T>(id: string): T => JSON.parse(byId(id).textContent);
  const number = (value: number) => value.toLocaleString('en-US');

  interface Entry {
    readonly row: GroupRow;
    readonly portion: number;
    readonly lowest: number;
    readonly highest: number;
    words?: string;
  }
  const entries: Entry[] = [];
  for (let portion = 0; document.getElementById(`groups-${portion}`) !== null; portion++) {
    for (const row of island<GroupRow[]>(`groups-${portion}`)) {
      // a large group has more scores than a call may have arguments
      const lowest = row[2].reduce((least, member) => Math.min(least, member[1]), 1);
      const highest = row[2].reduce((most, member) => Math.max(most, member[1]), 0);
      entries.push({ row, portion, lowest, highest });
    }
  }
  // texts are parsed when first asked for
  const portions = new Map<number, Map<string, TextRow>>();
  const textsOf = (portion: number) => {
    const known = portions.get(portion);
    if (known !== undefined) return known;
    const texts = new Map(island<TextRow[]>(`texts-${portion}`).map((row) => [row[0], row]));
    portions.set(portion, texts);
    return texts;
  };

  const search = byId('search') as HTMLInputElement;
  const order = byId('order') as HTMLSelectElement;
  const list = byId('list');
  let range: Parameters<ShowRange>[0];
  let found = entries;
  let page = 0;

  const size = ({ row }: Entry) => row[2].length + row[3];
  const orders: Record<string, (a: Entry, b: Entry) => number> = {
    input: (a, b) => a.row[0] - b.row[0],
    largest: (a, b) => size(b) - size(a) || a.row[0] - b.row[0],
    least: (a, b) => a.lowest - b.lowest || a.row[0] - b.row[0],
    most: (a, b) => b.highest - a.highest || a.row[0] - b.row[0],
  };
  const wordsOf = (entry: Entry) => {
    if (entry.words === undefined) {
      const texts = textsOf(entry.portion);
      const ids = [entry.row[1], ...entry.row[2].map((member) => member[0])];
      entry.words = ids
        .flatMap((id) => [id, texts.get(id)?.[1] || ''])
        .join('\n')
        .toLowerCase();
    }
    return entry.words;
  };

  function select(): void {
    const query = search.value.trim().toLowerCase();
    const inRange = (score: number) => range === undefined || (score >= range.low && score < range.high);
    found = entries
      .filter((entry) => range === undefined || entry.row[2].some((member) => inRange(member[1])))
      .filter((entry) => query === '' || wordsOf(entry).includes(query))
      .sort(orders[order.value] ?? orders.input);
    page = 0;
    draw();
  }

  function draw(): void {
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    const first = page * PAGE;
    const cards = found
      .slice(first, first + PAGE)
      .map(({ row, portion }) => tools.groupCard(tools, row, (id) => textsOf(portion).get(id)));
    list.replaceChildren(...cards);
    const here = `Groups ${number(first + 1)}–${number(first + cards.length)} of ${number(found.length)}`;
    const all = found.length === entries.length ? '' : `, ${number(entries.length)} in all`;
    byId('found').textContent = found.length === 0 ? `No group found${all}` : `${here}${all}`;
    byId('pages').hidden = pages === 1;
    byId('page').textContent = `Page ${number(page + 1)} of ${number(pages)}`;
    (byId('previous') as HTMLButtonElement).disabled = page === 0;
    (byId('next') as HTMLButtonElement).disabled = page === pages - 1;
  }

  function turn(by: number): void {
    page += by;
    draw();
    byId('groups').scrollIntoView();
  }

  let waiting: ReturnType<typeof setTimeout> | undefined;
  search.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(select, 120);
  });
  order.addEventListener('change', select);
  byId('previous').addEventListener('click', () => turn(-1));
  byId('next').addEventListener('click', () => turn(1));
  select();
  return (chosen) => {
    range = chosen;
    select();
  };
}
