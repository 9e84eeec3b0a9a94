/** What the page found besides pairs: files that could not be read, letters that nobody sees, groups of copies; a line on top leads to each. */
import type { UnreadFile } from '../../answers/comparisons.ts';
import { element } from '../../report/pages/browser/element.ts';
import { find, setText } from '../../report/pages/browser/find.ts';
import { reasonTold } from '../../report/pages/reasons.ts';
import type { UnseenText } from '../../report/pages/unseen.ts';
import { visible } from '../../visible.ts';
import type { PageAnswer } from './messages.ts';
import { pageSay } from './say.ts';

/** Entries that are listed; the others are only counted. */
const MOST_LISTED = 200;

export interface UnseenIn extends UnseenText {
  readonly source: string;
}

type Groups = Extract<PageAnswer, { kind: 'groups' }>;

export class FoundLists {
  unread: UnreadFile[] = [];
  unseen: UnseenIn[] = [];
  private groups: Groups | undefined;

  clear(): void {
    [this.unread, this.unseen, this.groups] = [[], [], undefined];
    find('groups-page').replaceChildren();
  }

  addProblem({ source, reason }: UnreadFile): void {
    this.unread = [...this.unread.filter((each) => each.source !== source), { source, reason }];
  }

  addUnseen({ source, words, text }: UnseenIn): void {
    this.unseen = [...this.unseen.filter((each) => each.source !== source), { source, words, text }];
  }

  /** These could be read now. */
  wereRead(ids: readonly string[]): void {
    const read = new Set(ids);
    this.unread = this.unread.filter(({ source }) => !read.has(source));
  }

  /** The page of the report, with its own policy, in a frame that can reach nothing of this one. It tells how high it is. */
  setGroups(groups: Groups): void {
    this.groups = groups;
    const { html } = groups;
    const frame = { title: pageSay.groupsTitle, sandbox: 'allow-scripts', srcdoc: html ?? '' };
    find('groups-page').replaceChildren(...(html === undefined ? [] : [element('iframe', frame)]));
  }

  /** @param hasOverview The overview itself tells of files that could not be read. */
  show(hasOverview: boolean): void {
    const { unread, unseen, groups } = this;
    link(
      'found-groups',
      groups !== undefined && groups.groups > 0 && pageSay.copiesFound(groups.copies, groups.groups),
    );
    link('found-problems', !hasOverview && unread.length > 0 && pageSay.filesNotRead(unread.length));
    link('found-unseen', unseen.length > 0 && pageSay.unseenTitle);
    find('found').hidden = ['found-groups', 'found-problems', 'found-unseen'].every((id) => find(id).hidden);
    find('groups').hidden = groups === undefined;
    find('no-groups').hidden = groups?.html !== undefined;
    find('problems').hidden = hasOverview || unread.length === 0;
    list('problem-list', unread, ({ reason }) => reasonTold(reason));
    find('more-problems').hidden = unread.length <= MOST_LISTED;
    setText('more-problems', pageSay.andMore(unread.length - MOST_LISTED));
    find('unseen').hidden = unseen.length === 0;
    list('unseen-list', unseen, ({ words, text }) => pageSay.unseenText(words, visible(text)));
  }
}

function list<Entry extends { readonly source: string }>(
  id: string,
  entries: readonly Entry[],
  told: (entry: Entry) => string,
): void {
  const rows = entries
    .slice(0, MOST_LISTED)
    .map((entry) => element('li', {}, element('b', { class: 'id' }, entry.source), `: ${told(entry)}`));
  find(id).replaceChildren(...rows);
}

/** A line at the top leads to what is far below. */
function link(id: string, text: string | false): void {
  find(id).hidden = text === false;
  setText(id, text || '');
}
