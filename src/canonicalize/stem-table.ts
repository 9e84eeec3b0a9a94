/**
 * The stems of one language on the heap: a stem table (`engines/layouts/word-tables.ts`) that learns words as they occur. A word
 * goes through the stemmer once, not once for every occurrence; kernels do the rest.
 *
 * Workers read a table while it learns. It grows by moving to a larger one; batches that use the old one keep it until
 * they are done.
 */
import type { Address, Heap } from '../engines/index.ts';
import { MISSING_BYTES, STEM_SLOT_BYTES, STEM_SLOTS_AT } from '../engines/layouts/word-tables.ts';
import { stemSlot } from '../engines/scalar/stem-words.ts';

import { commonBytes, type Stemmer, stemBytes } from './stemmer.ts';

/** A table with more words than this (64 MB) is abandoned at the next batch, and a new one begins. */
const MOST_WORDS = 1 << 20;
const FIRST_BITS = 12;

/** A table in use. */
export interface StemGeneration {
  readonly address: Address;
  readonly bits: number;
  words: number;
  users: number;
  /** The larger table that has all of its words. */
  successor?: StemGeneration;
  freed: boolean;
}

export class StemTable {
  private current: StemGeneration | undefined;

  constructor(
    private readonly heap: Heap,
    private readonly stemmer: Stemmer,
    private readonly mostWords = MOST_WORDS,
  ) {}

  /** The table for one batch; call `release` when the batch is done. */
  acquire(): StemGeneration {
    // the limit is checked here and not when words are added: all words of one batch must be in one table
    if (this.current === undefined || this.current.words > this.mostWords) {
      const full = this.current;
      this.current = this.begin(FIRST_BITS);
      if (full !== undefined) this.freeUnused(full);
    }
    this.current.users++;
    return this.current;
  }

  release(table: StemGeneration): void {
    table.users--;
    this.freeUnused(table);
  }

  /**
   * Learns the words that `stemWords` listed at `missing` for this table, `text` being the text it was called with. Returns
   * the table to continue with.
   */
  learn(table: StemGeneration, text: Address, missing: Address, count: number): StemGeneration {
    let target = table;
    while (target.successor !== undefined) target = target.successor;
    // grown, then abandoned
    if (target.freed) target = table;
    for (let i = 0; i < count; i++) {
      const [low, high, start, length, of] = this.heap.u32.subarray((missing + MISSING_BYTES * i) >>> 2);
      if (of !== table.address) continue;
      if (2 * (target.words + 1) > 2 ** target.bits) target = this.grow(target);
      this.insert(target, low, high, text + start, length);
    }
    if (target !== table) {
      target.users++;
      this.release(table);
    }
    return target;
  }

  /** Releases the memory when no batch uses it any more. */
  close(): void {
    const last = this.current;
    this.current = undefined;
    if (last !== undefined) this.freeUnused(last);
  }

  private begin(bits: number): StemGeneration {
    const bytes = STEM_SLOTS_AT + STEM_SLOT_BYTES * 2 ** bits;
    const address = this.heap.allocate(bytes);
    this.heap.u8.fill(0, address, address + bytes);
    this.heap.u32.set([32 - bits, 2 ** bits - 1], address >>> 2);
    return { address, bits, words: 0, users: 0, freed: false };
  }

  private grow(table: StemGeneration): StemGeneration {
    const larger = this.begin(table.bits + 2);
    const { u8, u32 } = this.heap;
    const end = table.address + STEM_SLOTS_AT + STEM_SLOT_BYTES * 2 ** table.bits;
    for (let slot = table.address + STEM_SLOTS_AT; slot < end; slot += STEM_SLOT_BYTES) {
      const [low, high] = [u32[slot >>> 2], u32[(slot >>> 2) + 1]];
      if (low !== 0 || high !== 0)
        u8.copyWithin(stemSlot(u32, larger.address, low, high), slot, slot + STEM_SLOT_BYTES);
    }
    larger.words = table.words;
    table.successor = larger;
    if (this.current === table) this.current = larger;
    this.freeUnused(table);
    return larger;
  }

  private insert(table: StemGeneration, low: number, high: number, start: number, length: number): void {
    const { u8, u32, u64 } = this.heap;
    const slot = stemSlot(u32, table.address, low, high);
    if (u32[slot >>> 2] !== 0 || u32[(slot >>> 2) + 1] !== 0) return;
    const word = u8.slice(start, start + length);
    const stem = stemBytes(this.stemmer, word);
    const keep = commonBytes(word, stem);
    u8[slot + 8] = keep;
    u8[slot + 9] = stem.length - keep;
    u8.set(stem.subarray(keep), slot + 10);
    // last, and seen by other threads only after all of the above
    Atomics.store(u64, slot >>> 3, (BigInt(high) << 32n) | BigInt(low));
    table.words++;
  }

  private freeUnused(table: StemGeneration): void {
    if (table.users > 0 || table === this.current || table.freed) return;
    table.freed = true;
    this.heap.release(table.address);
  }
}
