/** Replaces words by their stems: the specification of `assembly/stem-words.ts`. */

import type { Twin } from '../kernels.ts';
import {
  LONGEST_STEMMED,
  MISSING_BYTES,
  STEM_MULTIPLIER,
  STEM_SLOT_BYTES,
  STEM_SLOTS_AT,
} from '../layouts/word-tables.ts';
import { mixedHash } from '../mixed-hash.ts';

/** Words are separated by it, or by a lower byte that ends a sentence; both are kept. */
const SPACE = 0x20;
/** How many of the words listed last are remembered, so that most are listed once. */
const LISTED = 4096;

export const stemWords: Twin<'stemWords'> = (
  heap,
  { text, offsets, count, tables, out, outOffsets, missing, room },
) => {
  const { u8, u32 } = heap;
  const list = new MissingList(u32, text, missing, room);
  let to: number = out;
  u32[outOffsets >>> 2] = 0;
  for (let i = 0; i < count; i++) {
    const start = text + u32[(offsets >>> 2) + i];
    const end = text + u32[(offsets >>> 2) + i + 1] - 1;
    const table = u32[(tables >>> 2) + i];
    for (let word = start; word < end; ) {
      let wordEnd = word;
      while (wordEnd < end && u8[wordEnd] > SPACE) wordEnd++;
      if (word > start) u8[to++] = u8[word - 1];
      to = table === 0 ? copy(u8, word, wordEnd, to) : stem(u8, u32, word, wordEnd, to, table, list);
      word = wordEnd + 1;
    }
    u8[to++] = 0;
    u32[(outOffsets >>> 2) + i + 1] = to - out;
  }
  return list.length > 0 ? -list.length : to - out;
};

function copy(u8: Uint8Array, from: number, end: number, to: number): number {
  u8.copyWithin(to, from, end);
  return to + end - from;
}

/** Writes the stem of the word [from, end). Returns where it ends. */
function stem(
  u8: Uint8Array,
  u32: Uint32Array,
  from: number,
  end: number,
  to: number,
  table: number,
  list: MissingList,
): number {
  if (end - from > LONGEST_STEMMED) return copy(u8, from, end, to);
  const [low, high] = stemHash(u8, from, end);
  const slot = stemSlot(u32, table, low, high);
  if (u32[slot >>> 2] === 0 && u32[(slot >>> 2) + 1] === 0) {
    list.add(low, high, from, end - from, table);
    return to;
  }
  const kept = copy(u8, from, from + u8[slot + 8], to);
  return copy(u8, slot + 10, slot + 10 + u8[slot + 9], kept);
}

/** The words that are in no table. */
class MissingList {
  length = 0;
  private readonly lows = new Uint32Array(LISTED);
  private readonly highs = new Uint32Array(LISTED);

  constructor(
    private readonly u32: Uint32Array,
    private readonly text: number,
    private readonly missing: number,
    private readonly room: number,
  ) {}

  add(low: number, high: number, word: number, length: number, table: number): void {
    if (this.length >= this.room) return;
    const key = (low ^ table) >>> 0;
    const seen = key & (LISTED - 1);
    if (this.lows[seen] === key && this.highs[seen] === high) return;
    this.lows[seen] = key;
    this.highs[seen] = high;
    this.u32.set(
      [low, high, word - this.text, length, table, 0],
      (this.missing + MISSING_BYTES * this.length++) >>> 2,
    );
  }
}

const hash = new Uint32Array(2);

/** The hash of the word [start, end) as it is in the table. */
export function stemHash(u8: Uint8Array, start: number, end: number): [low: number, high: number] {
  mixedHash(u8, start, end, hash);
  const [low, high] = hash;
  return [low === 0 && high === 0 ? 1 : low, high];
}

/** Address of the slot that has this hash, or of the empty one that could take it. */
export function stemSlot(u32: Uint32Array, table: number, low: number, high: number): number {
  const mask = u32[(table >>> 2) + 1];
  let index = Math.imul(low ^ high, STEM_MULTIPLIER) >>> u32[table >>> 2];
  for (;;) {
    const slot = table + STEM_SLOTS_AT + STEM_SLOT_BYTES * index;
    const heldLow = Atomics.load(u32, slot >>> 2);
    const heldHigh = Atomics.load(u32, (slot >>> 2) + 1);
    if ((heldLow === low && heldHigh === high) || (heldLow === 0 && heldHigh === 0)) return slot;
    index = (index + 1) & mask;
  }
}
