/**
 * The two tables that the canonicalize kernels read, byte for byte the same for both twins. `canonicalize/` builds them.
 *
 * **The letter table**: what to do with every code point.
 *
 * | offset        | holds                                                                               |
 * |---------------|-------------------------------------------------------------------------------------|
 * | 0             | u32[65536]: the entries of U+0000 to U+FFFF                                         |
 * | PLANES_AT     | u16[4096]: for code point c above U+FFFF, at (c >> 8) - 256, the number of its page |
 * | LONG_FOLDS_AT | 16 bytes for each of up to 1,024 long folds: its length, then its UTF-8 bytes       |
 * | LOOK_ALIKES_AT| u16[3 * LOOK_ALIKE_LETTERS]: for Latin, Cyrillic and Greek, what a letter is taken for in it, or 0 |
 * | PAGES_AT      | u32[256] per page: the entries of the other planes, at c & 255                      |
 *
 * An entry, from the lowest bit: 3 bits class, `unsettled`, `cyrillic`, 2 bits length, `may mix`, 24 bits payload.
 * - Letters, unspaced letters and raised digits: length 1 to 3, and the payload is the folded letter's UTF-8, first byte lowest;
 *   or length 0, and the payload is the number of a long fold, or 0 if the (four-byte) letter is not changed.
 * - Marks and deleted characters: the payload is their place in NFC's order of marks (0: not ordered). Marks stay
 *   as they are.
 *
 * **The stop-word table**: the words to leave out, as a perfect hash table of their mixed hashes: every lookup reads one slot.
 * It is kept small, because it shares the fastest cache with the text.
 *
 * | offset    | holds                                                                              |
 * |-----------|------------------------------------------------------------------------------------|
 * | 0         | u32: bucket mask, 4 * (n - 1) for n buckets, n a power of two                      |
 * | 4         | u32: slot mask, 8 * (n - 1) for n slots, n a power of two                          |
 * | SPREAD_AT | u32 per bucket: its spread, eight times a number of slots                          |
 * | then      | u64 per slot: a hash; if it is empty, one whose slot is another                    |
 *
 * The bucket of a hash (low, high) is at `low & bucketMask`, and its slot at `(high + spread) & slotMask`.
 */
import { PAGES_AT, PLANES_AT } from '../layouts/letter-table.ts';
import { SPREAD_AT } from '../layouts/word-tables.ts';
import { mixedHash } from '../mixed-hash.ts';

export * from '../layouts/letter-table.ts';
export { SPREAD_AT };

/** The entry of a code point in the letter table at address `letters`. */
export function letterEntry(u8: Uint8Array, u32: Uint32Array, letters: number, code: number): number {
  if (code < 0x10000) return u32[(letters >>> 2) + code];
  const slot = letters + PLANES_AT + 2 * ((code >>> 8) - 256);
  const page = u8[slot] | (u8[slot + 1] << 8);
  return u32[((letters + PAGES_AT) >>> 2) + 256 * page + (code & 255)];
}

const hash = new Uint32Array(2);

/** True if the bytes [start, end) are a word of the stop-word table at address `table`. */
export function isStopWord(
  u8: Uint8Array,
  u32: Uint32Array,
  table: number,
  start: number,
  end: number,
): boolean {
  mixedHash(u8, start, end, hash);
  const [low, high] = hash;
  const [bucketMask, slotMask] = u32.subarray(table >>> 2);
  const spreads = table + SPREAD_AT;
  const spread = u32[(spreads + (low & bucketMask)) >>> 2];
  const slot = (spreads + bucketMask + 4 + ((high + spread) & slotMask)) >>> 2;
  return u32[slot] === low && u32[slot + 1] === high;
}
