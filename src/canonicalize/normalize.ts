/** Brings texts to Unicode NFC: the few documents for which the kernels answer NEEDS_NORMALIZATION. */

import type { Address, Heap } from '../engines/index.ts';
import { CLASS_MASK, LetterClass, PAYLOAD_SHIFT, UNSETTLED } from '../engines/layouts/letter-table.ts';
import { letterEntry } from '../engines/scalar/letters.ts';
import { BRAILLE_BLANK, blanksInWords, withoutBlanksInWords } from './braille-blanks.ts';
import { letterTable } from './letter-table.ts';
import { isSettledWithOthers, settlePoints } from './points.ts';

/** A batch on the heap, as `Kernels` has it. The caller releases both blocks. */
export interface HeapBatch {
  readonly text: Address;
  readonly offsets: Address;
}

/**
 * A copy of a batch in which some documents are rewritten.
 * @param rewritten The new text of a document, or undefined if it stays as it is. A document's canonical form must depend on that
 * document alone, so this must not look at the others.
 */
export function rewriteBatch(
  heap: Heap,
  text: number,
  offsets: number,
  count: number,
  rewritten: (i: number, document: () => string) => string | undefined,
): HeapBatch {
  // `text` may hold bytes that are not UTF-8: they separate words, as does the U+FFFD that replaces them
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();
  const startOf = (i: number) => text + heap.u32[(offsets >>> 2) + i];
  const changes = new Map<number, Uint8Array>();
  let bytes = heap.u32[(offsets >>> 2) + count] - heap.u32[offsets >>> 2];
  for (let i = 0; i < count; i++) {
    const [start, end] = [startOf(i), startOf(i + 1) - 1];
    // a copy: decoders refuse shared memory
    const changed = rewritten(i, () => decoder.decode(heap.u8.slice(start, end)));
    if (changed === undefined) continue;
    const document = encoder.encode(changed);
    changes.set(i, document);
    bytes += document.length - (end - start);
  }
  const batch = { text: heap.allocate(bytes), offsets: heap.allocate(4 * (count + 1)) };
  // memory may have grown and moved
  const { u8, u32 } = heap;
  let at = 0;
  u32[batch.offsets >>> 2] = 0;
  for (let i = 0; i < count; i++) {
    const document = changes.get(i);
    if (document === undefined) u8.copyWithin(batch.text + at, startOf(i), startOf(i + 1) - 1);
    else u8.set(document, batch.text + at);
    at += document?.length ?? startOf(i + 1) - 1 - startOf(i);
    u8[batch.text + at++] = 0;
    u32[(batch.offsets >>> 2) + i + 1] = at;
  }
  return batch;
}

/** Half-width and full-width forms, without those that end sentences: U+FF01, U+FF0E, U+FF1B, U+FF1F, U+FF61. */
const FORMS = /[\uff00\uff02-\uff0d\uff0f-\uff1a\uff1c-\uff1e\uff20-\uff60\uff62-\uffef]+/g;

/**
 * NFC, after half-width and full-width forms became normal ones: the letter table does that letter by letter, but
 * a half-width letter and its voiced sound mark (ｶ ﾞ) become one letter (ガ). Canonicalization gives the same words for a text
 * that is normalized without need.
 */
export function normalizeText(text: string): string {
  return normalizeWords(withoutBlanksInWords(text));
}

function normalizeWords(text: string): string {
  const settled = settlePoints(text.replace(FORMS, (forms) => forms.normalize('NFKC')));
  return orderLongRuns(settled).normalize('NFC');
}

/** Few letters have more marks, and then the order does not matter for the time. */
const MANY = 31;
const MANY_MARKS = new RegExp(`\\p{M}{${MANY},}`, 'gu');
const MARK = /\p{M}/u;

/** A run that is so long has one of every `MANY` characters: looking only at these is ten times as fast as looking for runs. */
function mayHaveLongRun(text: string): boolean {
  for (let at = MANY - 1; at < text.length; at += MANY) {
    let [start, end] = [at, at];
    while (end < text.length && mayBeMark(text, end)) end++;
    while (end > at && start > 0 && mayBeMark(text, start - 1)) start--;
    if (end - start >= MANY) return true;
  }
  return false;
}

/** Halves of characters beyond the basic plane may be. */
function mayBeMark(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= FIRST_CHANGED && ((unit & 0xf800) === 0xd800 || MARK.test(text[at]));
}

/**
 * Long runs of marks, decomposed and in the order that NFC gives them: ICU moves every mark past all marks that belong after it,
 * in quadratic time. Here marks are collected by their order.
 */
function orderLongRuns(text: string): string {
  if (!mayHaveLongRun(text)) return text;
  return text.replace(MANY_MARKS, (run) => {
    let ordered = '';
    let byOrder: string[] = [];
    // a character that is not ordered is one that none moves past
    const end = () => {
      ordered += byOrder.join('');
      byOrder = [];
    };
    for (const character of run) {
      for (const mark of character.normalize('NFD')) {
        const order = markOrder(letterEntryOf(mark.codePointAt(0)!));
        if (order === 0) end();
        byOrder[order] = (byOrder[order] ?? '') + mark;
      }
    }
    end();
    return ordered;
  });
}

/** A part of a text that normalization changed: [start, end) was [ownStart, ownEnd). Changes are in ascending order. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly ownStart: number;
  readonly ownEnd: number;
}

/** Normalizes only the parts of a text that need it, and says which. Its canonical words are those of `normalizeText`. */
export function normalizeParts(text: string): { text: string; changes: Change[] } {
  const changes: Change[] = [];
  let normalized = '';
  let copied = 0;
  const blanks = blanksInWords(text);
  let blank = 0;
  for (let at = 0; at < text.length; ) {
    if (at === blanks[blank]) {
      blank++;
      normalized += text.slice(copied, at);
      const start = normalized.length;
      changes.push({ start, end: start, ownStart: at, ownEnd: at + 1 });
      copied = ++at;
      continue;
    }
    const end = partEnd(text, at);
    const needsIt = end > nextCharacter(text, at) || isUnsettled(text, at);
    const part = needsIt ? text.slice(at, end) : '';
    const changed = normalizeWords(part);
    if (changed !== part) {
      normalized += text.slice(copied, at);
      const start = normalized.length;
      normalized += changed;
      changes.push({ start, end: normalized.length, ownStart: at, ownEnd: end });
      copied = end;
    }
    at = end;
  }
  return { text: normalized + text.slice(copied), changes };
}

/** Ascending places in a normalized text become places in the text it was made of. A changed part counts as a whole. */
export function ownStarts(places: Uint32Array, changes: readonly Change[]): void {
  let next = 0;
  for (let i = 0; i < places.length; i++) {
    while (next < changes.length && changes[next].start <= places[i]) next++;
    if (next === 0) continue;
    const { end, ownStart, ownEnd } = changes[next - 1];
    places[i] = places[i] < end ? ownStart : places[i] - end + ownEnd;
  }
}

export function ownEnds(places: Uint32Array, changes: readonly Change[]): void {
  let next = 0;
  for (let i = 0; i < places.length; i++) {
    while (next < changes.length && changes[next].start < places[i]) next++;
    if (next === 0) continue;
    const { end, ownEnd } = changes[next - 1];
    places[i] = places[i] <= end ? ownEnd : places[i] - end + ownEnd;
  }
}

/** No character below is composed with one before it, or changed by itself. */
const FIRST_CHANGED = 0x300;

/** The end of the part that begins at `at`: a character and those that may be composed with it or change places with each other. */
function partEnd(text: string, at: number): number {
  let end = nextCharacter(text, at);
  while (end < text.length && continues(text, end)) end = nextCharacter(text, end);
  return end;
}

function nextCharacter(text: string, at: number): number {
  return at + (text.codePointAt(at)! > 0xffff ? 2 : 1);
}

/** True if the character at `at` may be composed with those before it, or change places with them. */
function continues(text: string, at: number): boolean {
  if (text.charCodeAt(at) < FIRST_CHANGED || text[at] === BRAILLE_BLANK) return false;
  const code = text.codePointAt(at)!;
  const entry = letterEntryOf(code);
  if ((entry & UNSETTLED) !== 0 || markOrder(entry) !== 0) return true;
  return isSettledWithOthers(String.fromCodePoint(code));
}

/** The place of a mark in NFC's order of marks; 0 if the character is not ordered. */
function markOrder(entry: number): number {
  const letterClass = entry & CLASS_MASK;
  const isMark = letterClass === LetterClass.mark || letterClass === LetterClass.deleted;
  return isMark ? entry >>> PAYLOAD_SHIFT : 0;
}

function isUnsettled(text: string, at: number): boolean {
  return text.charCodeAt(at) >= FIRST_CHANGED && (letterEntryOf(text.codePointAt(at)!) & UNSETTLED) !== 0;
}

let table: { u8: Uint8Array; u32: Uint32Array } | undefined;

function letterEntryOf(code: number): number {
  if (table === undefined) {
    const u8 = letterTable();
    table = { u8, u32: new Uint32Array(u8.buffer, u8.byteOffset, u8.byteLength >>> 2) };
  }
  return letterEntry(table.u8, table.u32, 0, code);
}
