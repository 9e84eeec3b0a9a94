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
 * | PAGES_AT      | u32[256] per page: the entries of the other planes, at c & 255                      |
 *
 * An entry, from the lowest bit: 3 bits class, `unsettled`, `cyrillic`, 2 bits length, 1 bit free, 24 bits payload.
 * - Letters and unspaced letters: length 1 to 3, and the payload is the folded letter's UTF-8, first byte lowest;
 *   or length 0, and the payload is the number of a long fold, or 0 where the (four-byte) letter stays.
 * - Marks and deleted characters: the payload is their place in NFC's order of marks (0: not ordered). Marks stay
 *   as they are.
 *
 * **The stop-word table**: the words to leave out, as a perfect hash table of their 64-bit sdbm hashes (the hash of
 * paper A): every lookup looks at one slot.
 *
 * | offset   | holds                                              |
 * |----------|----------------------------------------------------|
 * | 0        | u32: multiplier                                    |
 * | SPREAD_AT| u16[1024]: spread, for the hashes of one bucket    |
 * | SLOTS_AT | u64 per slot: a hash, or 0 where the slot is empty |
 *
 * For a hash (low, high), `f = low * multiplier` mod 2^32, its bucket is `f >>> 1 & 1023`, and its slot is
 * `(f >>> 22) + spread[bucket]`.
 */

/** What an entry's lowest three bits say. */
export const LetterClass = {
  separator: 0,
  letter: 1,
  mark: 2,
  deleted: 3,
  /** A letter of a script that does not put spaces between words. */
  unspaced: 4,
  apostrophe: 5,
} as const;

export const CLASS_MASK = 7;
/** NFC might change the text here. */
export const UNSETTLED = 8;
/** A Cyrillic letter, beside which an apostrophe belongs to the word. */
export const CYRILLIC = 16;
export const LENGTH_SHIFT = 5;
export const PAYLOAD_SHIFT = 8;

export const PLANES_AT = 0x40000;
export const LONG_FOLDS_AT = 0x42000;
export const PAGES_AT = 0x46000;

export const SPREAD_AT = 16;
export const SPREADS = 1024;
export const SLOTS_AT = SPREAD_AT + 2 * SPREADS;

/** The entry of a code point in the letter table at address `letters`. */
export function letterEntry(u8: Uint8Array, u32: Uint32Array, letters: number, code: number): number {
  if (code < 0x10000) return u32[(letters >>> 2) + code];
  const slot = letters + PLANES_AT + 2 * ((code >>> 8) - 256);
  const page = u8[slot] | (u8[slot + 1] << 8);
  return u32[((letters + PAGES_AT) >>> 2) + 256 * page + (code & 255)];
}

/** The 64-bit sdbm hash of the bytes [start, end), in halves: low, high. */
export function sdbm(u8: Uint8Array, start: number, end: number): [low: number, high: number] {
  let low = 0;
  let high = 0;
  for (let at = start; at < end; at++) {
    // h * 65599 + byte in halves of 32 bits, 65599 being 2^16 + 2^6 - 1
    const sum = ((low << 16) >>> 0) + ((low << 6) >>> 0) - low + u8[at];
    const carry = Math.floor(sum / 0x1_0000_0000);
    high = ((high << 16) | (low >>> 16)) + ((high << 6) | (low >>> 26)) - high + carry;
    low = sum >>> 0;
  }
  return [low, high >>> 0];
}

/** True where the bytes [start, end) are a word of the stop-word table at address `table`. */
export function isStopWord(
  u8: Uint8Array,
  u32: Uint32Array,
  table: number,
  start: number,
  end: number,
): boolean {
  const [low, high] = sdbm(u8, start, end);
  const f = Math.imul(low, u32[table >>> 2]);
  const spread = table + SPREAD_AT + 2 * stopBucket(f);
  const slot = stopSlot(f, u8[spread] | (u8[spread + 1] << 8));
  const held = ((table + SLOTS_AT) >>> 2) + 2 * slot;
  return u32[held] === low && u32[held + 1] === high;
}

/** The bucket in a stop-word table, from the multiplied hash. */
export function stopBucket(f: number): number {
  return (f >>> 1) & (SPREADS - 1);
}

/** The slot in a stop-word table, from the multiplied hash and its bucket's spread. */
export function stopSlot(f: number, spread: number): number {
  return (f >>> 22) + spread;
}
