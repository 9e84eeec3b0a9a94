/** What the toolbar says about the selected passage. */
import { count, number, percent } from '../../../numbers.ts';
import { find, setText } from '../../browser/find.ts';
import type { ComparisonModel } from './model.ts';

const TITLES = { identical: 'Identical', edited: 'Edited', synonyms: 'Synonyms' };

/** `Edited · 36 words for 33 · 77.1% alike` */
export function describePassage({ passages, sources }: ComparisonModel, passage: number): string {
  const { source, kind, score, a, b } = passages[passage];
  const words = count(a.words, 'word', 'words');
  const extent = a.words === b.words ? words : `${words} for ${number(b.words)}`;
  // isolated: a name may turn the direction of the text after it
  const from = sources.length > 1 ? ` · \u2068${sources[source].id}\u2069` : '';
  return `${TITLES[kind]} · ${extent} · ${percent(score)} alike${from}`;
}

/** `3 of 9`, or how many passages there are if none is selected. */
export function tellPlace(order: readonly number[], selected: number): void {
  const at = order.indexOf(selected);
  const all = count(order.length, 'passage', 'passages');
  setText('place', at < 0 ? all : `${number(at + 1)} of ${number(order.length)}`);
  for (const id of ['previous', 'next']) find<HTMLButtonElement>(id).disabled = order.length === 0;
}
