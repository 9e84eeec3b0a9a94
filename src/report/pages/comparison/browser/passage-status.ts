/** The toolbar's text about the selected passage. */
import { find, setText } from '../../browser/find.ts';
import { say } from '../../say.ts';
import type { ComparisonModel } from './model.ts';

/** `Edited · 36 words for 33 · 77.1% alike` */
export function passageSentence({ passages, sources }: ComparisonModel, passage: number): string {
  const { source, kind, score, a, b } = passages[passage];
  // isolated: a name may turn the direction of the text after it
  const from = sources.length > 1 ? ` · \u2068${sources[source].id}\u2069` : '';
  return `${say.kinds[kind]} · ${say.wordsFor(a.words, b.words)} · ${say.alike(score)}${from}`;
}

/** `3 of 9`, or how many passages there are if none is selected. */
export function tellPlace(order: readonly number[], selected: number): void {
  const at = order.indexOf(selected);
  setText('place', at < 0 ? say.passages(order.length) : say.place(at + 1, order.length));
  for (const id of ['previous', 'next']) find<HTMLButtonElement>(id).disabled = order.length === 0;
}
