/** Canonical text of one string by the scalar kernel, where speed does not matter: stop-word lists, tests, examples. */

import {
  CANONICAL_GROWTH,
  CanonicalMode,
  Heap,
  NEEDS_NORMALIZATION,
  plainCanonicalize,
  plainRegionalWords,
} from '../engines/index.ts';

import { letterTable } from './letter-table.ts';
import { normalizeText } from './normalize.ts';
import { regionalTable } from './regional-words.ts';

let shared: { heap: Heap; letters: number; regional: number } | undefined;

/** The canonical text, without the words of `stops` (a stop-word table). */
export function foldText(text: string, ngram: number, stops?: Uint8Array): string {
  if (shared === undefined) {
    const heap = new Heap();
    shared = { heap, letters: heap.place(letterTable()), regional: heap.place(regionalTable()) };
  }
  const { heap, letters, regional } = shared;
  const folded = fold(heap, letters, oneRegion(heap, regional, text), ngram, stops);
  if (folded !== undefined) return folded;
  const normalized = oneRegion(heap, regional, normalizeText(text));
  return fold(heap, letters, normalized, ngram | CanonicalMode.normalized, stops)!;
}

/** The text with the words of one region in the place of those of another. */
function oneRegion(heap: Heap, regional: number, text: string): string {
  const bytes = new TextEncoder().encode(`${text}\0`);
  const from = heap.place(bytes);
  const numbers = heap.place(Uint32Array.of(0, bytes.length, 0, 0));
  const out = heap.allocate(bytes.length + 64);
  const length = plainRegionalWords(heap, from, numbers, 1, regional, out, numbers + 8);
  const result = length === 0 ? text : new TextDecoder().decode(heap.u8.slice(out, out + length - 1));
  for (const block of [from, numbers, out]) heap.release(block);
  return result;
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
  const length = plainCanonicalize(
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
