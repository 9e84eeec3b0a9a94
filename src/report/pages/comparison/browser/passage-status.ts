/** The toolbar's text about the selected passage. */
import { find, setText } from '../../browser/find.ts';
import { say } from '../../say.ts';
import type { ComparisonModel } from './model.ts';

/** `Edited · 36 words for 33 · 77.1% alike`, or `5 identical pieces in another order · 308 words` */
export function passageSentence(model: ComparisonModel, passage: number): string {
  const { passages, sources } = model;
  const { source, kind, score, a, b } = passages[passage];
  // isolated: a name may turn the direction of the text after it
  const pieces = identicalPieces(model, passage);
  const from = sources.length > 1 ? ` · \u2068${sources[source].id}\u2069` : '';
  if (pieces !== undefined) return `${pieces} · ${say.wordsFor(a.words, b.words)}${from}`;
  return `${say.kinds[kind]} · ${say.wordsFor(a.words, b.words)} · ${say.alike(score)}${from}`;
}

/** `3 of 9`, or how many passages there are if none is selected. */
export function tellPlace(order: readonly number[], selected: number): void {
  const at = order.indexOf(selected);
  setText('place', at < 0 ? say.passages(order.length) : say.place(at + 1, order.length));
  for (const id of ['previous', 'next']) find<HTMLButtonElement>(id).disabled = order.length === 0;
}

/** A passage whose pieces are all identical: only what is between them, or their order, is edited. */
function identicalPieces(
  { passages, parts, partsOf, counted }: ComparisonModel,
  passage: number,
): string | undefined {
  const own = partsOf[passage];
  if (own.length < 2 || own.some((part) => parts[part].kind !== 'identical')) return undefined;
  const inSource = counted.sources[passages[passage].source].flatMap((segment) => segment.parts);
  const places = own.map((part) => inSource.indexOf(part));
  const isMoved = places.some((place, i) => i > 0 && place < places[i - 1]);
  return say.pieces(own.length, isMoved);
}
