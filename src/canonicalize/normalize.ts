/** Brings the documents of a batch to Unicode NFC, for the few batches whose kernel answers NEEDS_NORMALIZATION. */
import type { Heap } from '../engines/index.ts';

/** A batch on the heap, as `Kernels` has it. Whoever gets one releases both blocks. */
export interface HeapBatch {
  readonly text: number;
  readonly offsets: number;
}

/** The same documents, normalized (or rewritten in another way that normalizes), as a new batch. */
export function normalizeBatch(
  heap: Heap,
  text: number,
  offsets: number,
  count: number,
  rewrite = normalizeText,
): HeapBatch {
  // `text` may hold bytes that are no UTF-8: they separate words, and so does the U+FFFD they become
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const encoder = new TextEncoder();
  const documents: Uint8Array[] = [];
  let bytes = 0;
  for (let i = 0; i < count; i++) {
    const start = heap.u32[(offsets >>> 2) + i];
    const end = heap.u32[(offsets >>> 2) + i + 1] - 1;
    // a copy: decoders refuse shared memory
    const document = encoder.encode(rewrite(decoder.decode(heap.u8.slice(text + start, text + end))));
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

/**
 * NFC, after half-width and full-width forms became normal ones: the letter table does that letter by letter, but
 * a half-width letter and its voiced sound mark (ｶ ﾞ) become one letter (ガ).
 */
export function normalizeText(text: string): string {
  return text.replace(/[\uff00-\uffef]+/g, (forms) => forms.normalize('NFKC')).normalize('NFC');
}
