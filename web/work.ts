/** What the user is working on: kept while views change and the page is loaded again, gone when the tab is closed. */
import { signal } from '@preact/signals';
import type { CommonText, ComparisonOfAll, UnreadFile } from '../src/answers/comparisons.ts';
import { newChoice } from '../src/report/pages/class/browser/class-view.ts';
import type { UnseenText } from '../src/report/pages/unseen.ts';
import { visible } from '../src/visible.ts';
import type {
  ClassContent,
  ClassHead,
  ReadDocument,
  ReviewedPair,
  SavedClass,
  SharingLine,
  Text,
} from './api/types.ts';
import { isLost, kept } from './kept.ts';
import { go } from './route.ts';
import { say } from './say/index.ts';

/** The document that is checked. */
export const checked = kept<Text | undefined>('checked', undefined);
/** The documents of the class. */
export const essays = kept<readonly Text[]>('essays', []);
/** Documents that the service compares at once, and so the most partners of one. */
const MOST_ESSAYS = 5000;

/** Which documents the class is compared with, … */
export const classScope = kept<'class' | 'both' | 'library' | 'other'>('scope', 'class');
/** … and the other class that it is compared with. */
export const otherClass = kept<string | undefined>('other-class', undefined);
/** The class of the service that was opened or saved last. */
export const savedClass = kept<Pick<ClassHead, 'class' | 'saved'> | undefined>('saved-class', undefined);
/** The pair of the class that was opened last. */
export const openedPair = kept<ListedPair | undefined>('pair', undefined);
/** What is chosen in the view of the class, the pairs that it lists, and where the page was scrolled when one was opened. */
export const classChoice = signal(newChoice());
export const listedPairs = kept<readonly ListedPair[]>('listed', []);
export const classScroll = signal(0);
/** What does not count. */
export const templates = kept<readonly Text[]>('templates', []);
export const excludeQuotations = kept('quotations', false);
export const excludeBibliography = kept('bibliography', false);
/** What does not count in the class, … */
export const classExclusions = { templates, excludeQuotations, excludeBibliography };
/** … and in the document that is checked. */
export const checkExclusions: typeof classExclusions = {
  templates: kept<readonly Text[]>('check-templates', []),
  excludeQuotations: kept('check-quotations', false),
  excludeBibliography: kept('check-bibliography', false),
};
/** Whether text that most documents of the class share counts, and that text. */
export const countCommon = kept('count-common', false);
export const commonTexts = kept<readonly CommonText[]>('common', []);
/** Whether all pairs are compared, however large the class. */
export const allPairs = kept('all-pairs', false);
/** The files that were read last. */
export const filesRead = signal<readonly File[]>([]);
/** Files that the view of the collection adds as soon as it is shown. */
export const filesToAdd = signal<readonly File[]>([]);
/** Files of the class that could not be read. */
export const classUnread = kept<readonly UnreadFile[]>('class-unread', []);
/** The class differs from the one that was saved. */
export const isChanged = kept('class-changed', false);
/** Files that could not be read. */
export const unread = signal<readonly ReadDocument[]>([]);
/** Documents with letters that nobody sees. */
export const unseen = signal<readonly UnseenIn[]>([]);

export interface UnseenIn extends UnseenText {
  readonly id: string;
}

/** Makes these texts the class. */
export function useEssays(texts: readonly Text[]): void {
  setEssays(texts);
  classUnread.value = unreadNow();
  savedClass.value = undefined;
  isChanged.value = false;
  countCommon.value = false;
  allPairs.value = false;
  newView();
}

/** Adds texts that came late. The settings stay, and so does what is chosen in the view. */
export function addEssays(texts: readonly Text[]): void {
  const known = new Set(essays.value.map(contentOf));
  setEssays(distinct([...essays.value, ...texts.filter((text) => !known.has(contentOf(text)))]));
  // what is read now may have failed before
  const read = new Set(texts.map(({ id }) => id));
  const before = classUnread.value.filter(({ source }) => !read.has(source));
  const failed = unreadNow();
  const again = new Set(failed.map(({ source }) => source));
  classUnread.value = [...before.filter(({ source }) => !again.has(source)), ...failed];
  isChanged.value = true;
}

/** Takes a document out of the class. */
export function removeEssay(id: string): void {
  setEssays(essays.value.filter((essay) => essay.id !== id));
  isChanged.value = true;
}

/** No class, so that another one can be chosen. */
export function closeClass(): void {
  essays.value = [];
  savedClass.value = undefined;
  classUnread.value = [];
  unread.value = [];
  unseen.value = [];
}

/** A file that is dropped again is the same document. */
function contentOf({ id, text }: Text): string {
  return JSON.stringify([visible(id), text]);
}

function unreadNow(): UnreadFile[] {
  return unread.value.map(({ id, reason = '' }) => ({ source: id, reason }));
}

/** More documents than a class may have. */
export class TooMany extends Error {}

function setEssays(texts: readonly Text[]): void {
  if (texts.length > MOST_ESSAYS) throw new TooMany(say.value.tooManyEssays(texts.length, MOST_ESSAYS));
  essays.value = texts;
  isLost.value = false;
}

/** Two files of the same name are two documents. Marks in a name that turn its letters around are shown as numbers. */
export function distinct(texts: readonly Text[]): Text[] {
  const used = new Set<string>();
  return texts.map(({ id, text }) => {
    const shown = visible(id);
    let name = shown;
    for (let number = 2; used.has(name); number++) name = `${shown} (${number})`;
    used.add(name);
    return { id: name, text };
  });
}

function newView(): void {
  classChoice.value = newChoice();
  classScroll.value = 0;
}

/** The class as the service keeps it. */
export function classContent(): ClassContent {
  return { ...comparedContent(), ...(classUnread.value.length > 0 && { unread: classUnread.value }) };
}

/** The class as the service compares it. */
export function comparedContent(): Omit<ClassContent, 'unread'> {
  const scope = classScope.value;
  return {
    documents: essays.value,
    ...exclusions(),
    ...(scope === 'both' && { in: true }),
    ...(scope === 'library' && { in: true, onlyIn: true }),
    ...(scope === 'other' && { inClass: otherClass.value }),
    ...(countCommon.value && { countCommon: true }),
    ...(allPairs.value && { partners: MOST_ESSAYS }),
  };
}

/** Goes on with a class that was saved. */
export function openClass(saved: SavedClass): void {
  setEssays(saved.documents);
  savedClass.value = { class: saved.class, saved: saved.saved };
  classUnread.value = saved.unread ?? [];
  isChanged.value = false;
  templates.value = saved.exclude ?? [];
  excludeQuotations.value = saved.excludeQuotations === true;
  excludeBibliography.value = saved.excludeBibliography === true;
  countCommon.value = saved.countCommon === true;
  allPairs.value = saved.partners !== undefined;
  const inCollection = saved.onlyIn === true ? 'library' : 'both';
  otherClass.value = saved.inClass;
  classScope.value = saved.inClass !== undefined ? 'other' : saved.in === true ? inCollection : 'class';
  newView();
}

/** One text is checked, two are shown side by side, several are a class. */
export function showTexts(texts: readonly Text[]): void {
  if (texts.length === 0) return;
  if (texts.length === 1) {
    checked.value = texts[0];
    isLost.value = false;
    go('check');
    return;
  }
  useEssays(texts);
  classScope.value = 'class';
  go('class');
  // the way back leads to the class
  if (texts.length === 2) go('compare', texts[0].id, texts[1].id, 'class');
}

export interface ListedPair extends ReviewedPair {
  readonly inCollection?: boolean;
  /** Those that are shown, if the names are hidden. */
  readonly names?: { readonly a: string; readonly b: string };
}

/** Shows a pair of the class. */
export function openPair(pair: ListedPair): void {
  openedPair.value = pair;
  const { a, b } = pair.names ?? pair;
  const other = classScope.value === 'other' ? 'other' : 'library';
  go('compare', a, b, pair.inCollection === true ? other : 'class');
}

export interface ClassResult extends Omit<ComparisonOfAll, 'pairs'> {
  readonly pairs: readonly SharingLine[];
  /** The day of the comparison. */
  readonly date: string;
}

/** The fields of a request that say what does not count. */
export function exclusions(of = classExclusions) {
  return {
    ...(of.templates.value.length > 0 && { exclude: of.templates.value }),
    ...(of.excludeQuotations.value && { excludeQuotations: true }),
    ...(of.excludeBibliography.value && { excludeBibliography: true }),
  };
}

/** The same for a pair of the class, so that it has the figures that the list has. @param isInClass Whether both texts are of the class. */
export function pairExclusions(isInClass: boolean) {
  const { exclude = [], ...others } = exclusions();
  const common = countCommon.value ? [] : commonTexts.value.filter(({ counts }) => counts !== true);
  const all = [...exclude, ...common.map(({ text }, i) => ({ id: `common ${i + 1}`, text }))];
  return {
    ...others,
    ...(all.length > 0 && { exclude: all }),
    ...(isInClass && Object.keys(others).length > 0 && { mutual: true }),
  };
}
