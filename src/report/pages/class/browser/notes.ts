/** What the figures of a class leave out: pairs that were not compared, and text that does not count. */
import { button, element } from '../../browser/element.ts';
import { say } from '../../say.ts';
import type { ClassRows } from '../rows.ts';

/** Actions that compute the class again; a saved page has none. */
export interface ClassActions {
  /** Counts text that most documents share, or leaves it out. */
  readonly countCommon?: (count: boolean) => void;
  /** Compares the pairs that were skipped, too. */
  readonly comparePairs?: () => void;
}

export function classNotes(rows: ClassRows, actions: ClassActions): HTMLElement[] {
  const { documents, notCompared, excluded, common, countCommon, date, least = 0 } = rows;
  const warnings: HTMLElement[] = [];
  const notes: HTMLElement[] = [];
  if (notCompared > 0) {
    const again = pressed(actions.comparePairs, say.comparePairs);
    warnings.push(
      element('p', { class: 'class-warning', role: 'alert' }, say.notCompared(notCompared), ...again),
    );
  }
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

function pressed(action: (() => void) | undefined, name: string): (Node | string)[] {
  return action === undefined ? [] : [' ', button({ class: 'text-button' }, action, name)];
}
