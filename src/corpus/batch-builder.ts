/** Packs texts into batches on the heap: the unit that flows from reading to fingerprints. */
import type { BatchLimits } from '../corpus.ts';
import type { Address, Heap } from '../engines/index.ts';
import { utf8Length, writeUtf8 } from '../platform/bytes.ts';

/** Texts on the heap, in the layout of `Kernels`. The code that receives a batch releases it. */
export interface TextBatch {
  /** Number of the first document; the others follow. */
  readonly first: number;
  readonly count: number;
  /** Address of the bytes and of the offsets. */
  readonly text: Address;
  readonly offsets: Address;
  readonly bytes: number;
  /** The language of each document, if its source names it. */
  readonly langs: readonly (string | undefined)[];
}

export const BATCH_LIMITS: BatchLimits = { bytes: 1 << 20, documents: 16_384 };

export class BatchBuilder {
  private readonly heap: Heap;
  private readonly limits: BatchLimits;
  private first = 0;
  private text: Address = 0;
  private capacity = 0;
  private used = 0;
  private ends: number[] = [0];
  private langs: (string | undefined)[] = [];

  constructor(heap: Heap, limits: BatchLimits = BATCH_LIMITS) {
    this.heap = heap;
    this.limits = limits;
  }

  /** Adds one text. Returns the batches that became full: none, one, or two when a text fills a batch of its own. */
  add(text: string | Uint8Array, lang?: string): TextBatch[] {
    const full: TextBatch[] = [];
    // a UTF-16 unit becomes three bytes at most; exact counting is worth its time only for a text of unusual size
    const atMost = 1 + (typeof text === 'string' ? 3 * text.length : text.length);
    if (this.count > 0 && this.used + atMost > this.capacity) full.push(this.closeBatch());
    if (this.capacity === 0) {
      const needed = atMost <= this.limits.bytes || typeof text !== 'string' ? atMost : 1 + utf8Length(text);
      this.capacity = Math.max(this.limits.bytes, needed);
      this.text = this.heap.allocate(this.capacity);
    }
    this.used += this.put(text);
    this.ends.push(this.used);
    this.langs.push(lang);
    if (this.used >= this.limits.bytes || this.count >= this.limits.documents) full.push(this.closeBatch());
    return full;
  }

  /** The last batch, if any text is waiting. */
  finish(): TextBatch | undefined {
    return this.count > 0 ? this.closeBatch() : undefined;
  }

  private get count(): number {
    return this.ends.length - 1;
  }

  private put(text: string | Uint8Array): number {
    const at = this.text + this.used;
    const bytes = this.heap.u8;
    let length: number;
    if (typeof text === 'string') {
      length = writeUtf8(text, bytes, at, this.capacity - this.used);
    } else {
      length = text.length;
      bytes.set(text, at);
    }
    bytes[at + length] = 0;
    return length + 1;
  }

  private closeBatch(): TextBatch {
    const offsets = this.heap.place(Uint32Array.from(this.ends));
    const batch: TextBatch = {
      first: this.first,
      count: this.count,
      text: this.text,
      offsets,
      bytes: this.used,
      langs: this.langs,
    };
    this.first += this.count;
    this.capacity = 0;
    this.used = 0;
    this.ends = [0];
    this.langs = [];
    return batch;
  }
}
