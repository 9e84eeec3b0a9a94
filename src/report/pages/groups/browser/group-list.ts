/** The list of groups: search, order, range of resemblance, and one page of cards at a time. */
import { formatNumber } from '../../../numbers.ts';
import { find, setText } from '../../browser/find.ts';
import { groupCard } from './group-card.ts';
import type { Range } from './histogram.ts';
import type { ReportedGroup } from './reported-group.ts';

/** Cards on a page: quick to draw, short enough to read. */
const PAGE_SIZE = 25;
/** Groups that are printed: some 60 sheets of paper. */
const PRINTED_GROUPS = 500;
/** Milliseconds after the last key before a search begins. */
const SEARCH_DELAY = 120;

const ORDERS: Readonly<Record<string, (a: ReportedGroup, b: ReportedGroup) => number>> = {
  input: (a, b) => a.number - b.number,
  largest: (a, b) => sizeOf(b) - sizeOf(a) || a.number - b.number,
  least: (a, b) => a.lowest - b.lowest || a.number - b.number,
  most: (a, b) => b.highest - a.highest || a.number - b.number,
};

export class GroupList {
  private readonly groups: readonly ReportedGroup[];
  private readonly search = find<HTMLInputElement>('search');
  private readonly order = find<HTMLSelectElement>('order');
  /** All words of a group in lower case, made when it is first searched. */
  private readonly words = new Map<ReportedGroup, string>();
  private range: Range | undefined;
  private found: readonly ReportedGroup[] = [];
  private page = 0;
  /** Cards that are there only while the page is printed. */
  private paperCards: readonly HTMLElement[] = [];

  constructor(groups: readonly ReportedGroup[]) {
    this.groups = groups;
    this.listen();
    this.select();
  }

  /** Lists only groups that have a member in this range; all without one. */
  narrow(range: Range | undefined): void {
    this.range = range;
    this.select();
  }

  private listen(): void {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    this.search.addEventListener('input', () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => this.select(), SEARCH_DELAY);
    });
    this.order.addEventListener('change', () => this.select());
    find('previous').addEventListener('click', () => this.turn(-1));
    find('next').addEventListener('click', () => this.turn(1));
    addEventListener('beforeprint', () => this.addForPaper());
    addEventListener('afterprint', () => this.removeFromScreen());
  }

  private select(): void {
    const query = this.search.value.trim().toLowerCase();
    this.found = this.groups
      .filter((group) => this.isInRange(group) && (query === '' || this.wordsOf(group).includes(query)))
      .sort(ORDERS[this.order.value] ?? ORDERS.input);
    this.page = 0;
    this.draw();
  }

  private isInRange({ members }: ReportedGroup): boolean {
    const { range } = this;
    if (range === undefined) return true;
    return members.some(({ resemblance }) => resemblance >= range.low && resemblance < range.high);
  }

  private wordsOf(group: ReportedGroup): string {
    const known = this.words.get(group);
    if (known !== undefined) return known;
    const documents = [{ id: group.kept, shown: group.shown }, ...group.members];
    const words = documents.flatMap(({ id, shown = '' }) => [id, shown, group.textOf(id)?.text ?? '']);
    const joined = words.join('\n').toLowerCase();
    this.words.set(group, joined);
    return joined;
  }

  private draw(): void {
    const first = this.page * PAGE_SIZE;
    const cards = this.found.slice(first, first + PAGE_SIZE).map(groupCard);
    find('list').replaceChildren(...cards);
    this.tellFound(first, cards.length);
    this.tellPage();
  }

  /** Paper has no pages to turn: adds the other groups that were found, and says so if they are too many. */
  private addForPaper(): void {
    const { found } = this;
    const first = this.page * PAGE_SIZE;
    const start = found.length <= PRINTED_GROUPS ? 0 : first;
    const end = Math.min(found.length, start + PRINTED_GROUPS);
    const before = found.slice(start, first).map(groupCard);
    const after = found.slice(first + PAGE_SIZE, end).map(groupCard);
    this.paperCards = [...before, ...after];
    find('list').prepend(...before);
    find('list').append(...after);
    const range = `Groups ${formatNumber(start + 1)}–${formatNumber(end)} of ${formatNumber(found.length)}`;
    const isAll = end - start === found.length;
    setText(
      'printed',
      isAll ? '' : `${range} are printed. Search or choose a range of resemblance to print others.`,
    );
  }

  /** Removes the cards added for printing. The others stay, with their opened parts. */
  private removeFromScreen(): void {
    for (const card of this.paperCards) card.remove();
    this.paperCards = [];
  }

  private tellFound(first: number, shown: number): void {
    const { found, groups } = this;
    const here = `Groups ${formatNumber(first + 1)}–${formatNumber(first + shown)} of ${formatNumber(found.length)}`;
    const all = found.length === groups.length ? '' : `, ${formatNumber(groups.length)} in all`;
    setText('found', found.length === 0 ? `No group found${all}` : `${here}${all}`);
  }

  private tellPage(): void {
    const pages = Math.max(1, Math.ceil(this.found.length / PAGE_SIZE));
    find('pages').hidden = pages === 1;
    setText('page', `Page ${formatNumber(this.page + 1)} of ${formatNumber(pages)}`);
    find<HTMLButtonElement>('previous').disabled = this.page === 0;
    find<HTMLButtonElement>('next').disabled = this.page === pages - 1;
  }

  private turn(by: number): void {
    this.page += by;
    this.draw();
    find('groups').scrollIntoView();
  }
}

function sizeOf({ members, unlisted }: ReportedGroup): number {
  return members.length + unlisted;
}
