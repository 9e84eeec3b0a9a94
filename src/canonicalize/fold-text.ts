/** Canonical text of one string by the scalar kernel, where speed does not matter: stop-word lists, tests, examples. */

import { Heap } from '../engines/heap.ts';
import { canonicalize } from '../engines/scalar/canonicalize.ts';
import { CANONICAL_GROWTH, CanonicalMode, NEEDS_NORMALIZATION } from '../engines.ts';
import { letterTable } from './letter-table.ts';
import { normalizeText } from './normalize.ts';

let shared: { heap: Heap; letters: number } | undefined;

/** The canonical text, without the words of `stops` (a stop-word table). */
export function foldText(text: string, ngram: number, stops?: Uint8Array): string {
  if (shared === undefined) {
    const heap = new Heap();
    shared = { heap, letters: heap.place(letterTable()) };
  }
  const { heap, letters } = shared;
  const folded = fold(heap, letters, text, ngram, stops);
  return folded ?? fold(heap, letters, normalizeText(text), ngram | CanonicalMode.normalized, stops)!;
}

/** Undefined where the text must be normalized first. */
function fold(
  heap: Heap,
  letters: number,
  text: string,
  mode: number,
  stops?: Uint8Array,
): string | undefined {
  const bytes = new TextEncoder().encode(`${text}\0`);
  const from = heap.place(bytes);
  const table = stops === undefined ? 0 : heap.place(stops);
  const numbers = heap.place(Uint32Array.of(0, bytes.length, table, 0, 0, 0));
  const out = heap.allocate(Math.ceil(CANONICAL_GROWTH * bytes.length) + 66);
  const stopsAt = table === 0 ? 0 : numbers + 8;
  const length = canonicalize(
    heap,
    from,
    numbers,
    1,
    letters,
    stopsAt,
    mode,
    out,
    numbers + 12,
    numbers + 20,
  );
  const result =
    length === NEEDS_NORMALIZATION
      ? undefined
      : new TextDecoder().decode(heap.u8.slice(out, out + length - 1));
  for (const block of [from, numbers, out]) heap.release(block);
  if (table !== 0) heap.release(table);
  return result;
}
