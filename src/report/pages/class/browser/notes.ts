/** What the figures of a class leave out: files that were not read, pairs that were not compared, and text that does not count. */
import { isListedAtFirst } from '../../../pair-shares.ts';
import { button, element } from '../../browser/element.ts';
import { reasonTold } from '../../reasons.ts';
import { say } from '../../say.ts';
import { hiddenSources } from '../hidden-names.ts';
import type { ClassRows } from '../rows.ts';

/** Actions that compute the class again; a saved page has none. */
export interface ClassActions {
  /** Counts text that most documents share, or leaves it out. */
  readonly countCommon?: (count: boolean) => void;
  /** Compares the pairs that were skipped, too. */
  readonly comparePairs?: () => void;
  /** Leaves a text out, which gets this name. */
  readonly excludeText?: (text: { readonly id: string; readonly text: string }) => void;
  /** Leaves quotations or bibliographies out. */
  readonly leaveOut?: (what: 'excludeQuotations' | 'excludeBibliography') => void;
}

/** @param rows With the names that are shown. */
export function classNotes(rows: ClassRows, actions: ClassActions, hidesNames: boolean): HTMLElement[] {
  const { documents, notCompared, excluded, countCommon, date, least = 0 } = rows;
  const common = rows.common.filter((text) => text.counts !== true);
  const warnings: HTMLElement[] = [
    ...unreadWarning(rows, hidesNames),
    ...disguiseWarning(rows),
    ...sharedTexts(rows, actions, hidesNames),
  ];
  const notes: HTMLElement[] = [];
  if (hidesNames) warnings.push(element('p', { class: 'note' }, say.namesStay));
  if (notCompared > 0) {
    const again = pressed(actions.comparePairs, say.comparePairs);
    warnings.push(element('p', { class: 'warning', role: 'alert' }, say.notCompared(notCompared), ...again));
  }
  const offered = offers(rows, actions);
  if (offered.length > 0) warnings.push(element('div', { class: 'offers' }, ...offered));
  if (common.length > 0) {
    const counts = countCommon === true;
    const { countCommon: change } = actions;
    const choice = pressed(change && (() => change(!counts)), counts ? say.leaveOut : say.countIt);
    const texts = common.map((text) =>
      element(
        'details',
        {},
        element('summary', {}, say.commonText(text.documents, documents, text.words)),
        element('p', { class: 'common-text' }, text.text),
      ),
    );
    const told = element('p', {}, counts ? say.commonCounts : say.commonLeftOut, ...choice);
    notes.push(told, ...texts);
  }
  const ignored = [
    ...(rows.excludeQuotations === true ? [say.excludeQuotations] : []),
    ...(rows.excludeBibliography === true ? [say.excludeBibliography] : []),
    ...excluded,
  ];
  const told = [
    say.comparedOn(date),
    ...(ignored.length > 0 ? [say.ignored(ignored)] : []),
    ...(least > 0 ? [say.leastListed(least)] : []),
  ];
  notes.push(element('p', { class: 'note' }, told.join(' ')));
  return [...warnings, element('div', { class: 'class-notes' }, ...notes)];
}

/** More files than these get lines of their own. */
const MOST_INLINE = 3;

function unreadWarning({ unread = [], documents }: ClassRows, hidesNames: boolean): HTMLElement[] {
  if (unread.length === 0) return [];
  const shown = hidesNames ? hiddenSources(unread, documents, say.hiddenName) : unread;
  const files = shown.map(({ source, reason }) =>
    element('li', {}, element('bdi', { class: 'id' }, source), `: ${reasonTold(reason)}`),
  );
  if (files.length <= MOST_INLINE) {
    const told = files.flatMap((file, i) => [i === 0 ? ' ' : ' · ', ...file.childNodes]);
    return [element('p', { class: 'warning' }, say.notReadTitle(unread.length), ...told)];
  }
  const list = element(
    'ul',
    { class: 'warning-list', tabindex: '0', 'aria-label': say.notReadTitle(unread.length) },
    ...files,
  );
  return [element('div', { class: 'warning' }, element('p', {}, say.notReadTitle(unread.length)), list)];
}

/** Text that most documents share, but too few for a form: it counts, and is told with its documents. */
function sharedTexts(
  { common, documents }: ClassRows,
  { excludeText }: ClassActions,
  hidesNames: boolean,
): HTMLElement[] {
  return common
    .filter(({ counts }) => counts === true)
    .map(({ text, documents: holders, words, ids = [] }) => {
      const id = say.commonText(holders, documents, words);
      const named = hidesNames ? [] : ids.flatMap((name) => [' ', element('bdi', { class: 'id' }, name)]);
      const more = holders > ids.length && !hidesNames ? [' …'] : [];
      return element(
        'div',
        { class: 'warning' },
        element('p', {}, element('b', {}, `${id}.`), ` ${say.sharedCounts}`, ...named, ...more),
        element('p', { class: 'common-text' }, text),
        ...pressed(excludeText && (() => excludeText({ id, text })), say.leaveOut),
      );
    });
}

/** Documents with words in disguise, by their names. */
function disguiseWarning({ pairs }: ClassRows): HTMLElement[] {
  const names = new Set(
    pairs.flatMap(({ a, b, disguises }) => [
      ...(disguises?.a === undefined ? [] : [a]),
      ...(disguises?.b === undefined ? [] : [b]),
    ]),
  );
  if (names.size === 0) return [];
  const told = [...names].flatMap((name) => [' ', element('bdi', { class: 'id' }, name)]);
  return [element('p', { class: 'warning' }, say.disguised(names.size), ...told)];
}

/** What leaving quotations or bibliographies out would change, and the button that does it. */
function offers(rows: ClassRows, { leaveOut }: ClassActions): HTMLElement[] {
  const { withoutQuotations, withoutBibliography, pairs } = rows;
  const listed = pairs.filter(isListedAtFirst).length;
  const line = (told: string, what: 'excludeQuotations' | 'excludeBibliography', name: string) =>
    element('p', { class: 'offer' }, told, ...pressed(leaveOut && (() => leaveOut(what)), name));
  return [
    ...(withoutQuotations === undefined
      ? []
      : [
          line(say.withoutQuotations(withoutQuotations, listed), 'excludeQuotations', say.leaveQuotationsOut),
        ]),
    ...(withoutBibliography === undefined
      ? []
      : [
          line(
            say.withoutBibliography(withoutBibliography, listed),
            'excludeBibliography',
            say.leaveBibliographyOut,
          ),
        ]),
  ];
}

function pressed(action: (() => void) | undefined, name: string): (Node | string)[] {
  return action === undefined ? [] : [' ', button({ class: 'text-button' }, action, name)];
}
