/** Brings texts to Unicode NFC: the few documents for which the kernels answer NEEDS_NORMALIZATION. */
import type { Heap } from '../engines/index.ts';

/** A batch on the heap, as `Kernels` has it. The caller releases both blocks. */
export interface HeapBatch {
  readonly text: number;
  readonly offsets: number;
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
  // `text` may hold bytes that are no UTF-8: they separate words, and so does the U+FFFD they become
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();
  const documents: Uint8Array[] = [];
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    const start = text + heap.u32[(offsets >>> 2) + i];
    const end = text + heap.u32[(offsets >>> 2) + i + 1] - 1;
    // copies: decoders refuse shared memory, and the memory may grow and move
    const changed = rewritten(i, () => decoder.decode(heap.u8.slice(start, end)));
    const document = changed === undefined ? heap.u8.slice(start, end) : encoder.encode(changed);
    documents.push(document);
    bytes += document.length + 1;
  }
  const batch = { text: heap.allocate(bytes), offsets: heap.allocate(4 * (count + 1)) };
  let at = 0;
  heap.u32[batch.offsets >>> 2] = 0;
  documents.forEach((document, i) => {
    heap.u8.set(document, batch.text + at);
    at += document.length;
    heap.u8[batch.text + at++] = 0;
    heap.u32[(batch.offsets >>> 2) + i + 1] = at;
  });
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
  return text.replace(FORMS, (forms) => forms.normalize('NFKC')).normalize('NFC');
}
