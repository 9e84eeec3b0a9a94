/**
 * The stem table that the `stemWords` kernels read: an open hash table of the words seen so far and their stems.
 *
 * | offset        | holds                                                                    |
 * |---------------|--------------------------------------------------------------------------|
 * | 0             | u32: shift, 32 - log2 of the number of slots                             |
 * | 4             | u32: mask, the number of slots - 1                                       |
 * | STEM_SLOTS_AT | 32 bytes per slot, at least one slot empty                               |
 *
 * A slot: u64 the word's mixed hash (1 if that is 0; 0: empty), u8 how many bytes of the word the stem keeps, u8 how many
 * it adds to them, then these. The first slot of a hash is `(low ^ high) * STEM_MULTIPLIER >>> shift`, the others follow.
 *
 * Kernels read a table while the thread that owns it fills it: it writes the rest of a slot first and the hash last.
 */
import { STEM_MULTIPLIER, STEM_SLOT_BYTES, STEM_SLOTS_AT } from '../layouts/word-tables.ts';
import { mixedHash } from '../mixed-hash.ts';

export {
  LONGEST_STEMMED,
  MISSING_BYTES,
  STEM_MULTIPLIER,
  STEM_SLOT_BYTES,
  STEM_SLOTS_AT,
} from '../layouts/word-tables.ts';

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
