/** Lookups in the letter table and the stop-word table. */
import { PAGES_AT, PLANES_AT } from '../layouts/letter-table.ts';
import { SPREAD_AT } from '../layouts/word-tables.ts';
import { mixedHash } from '../mixed-hash.ts';

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
