/** Builds the stop-word table (`engines/tables.ts` has its layout) of a list of words. */
import { findSlot, SLOTS_AT } from '../engines/tables.ts';

const LEAST_BITS = 6;

/** The table of these words, given as canonical text; put it on the heap with `heap.place`. */
export function stopTable(words: Iterable<string>): Uint8Array {
  const encoder = new TextEncoder();
  const hashes = new Set<bigint>();
  for (const word of words) hashes.add(sdbm(encoder.encode(word)));
  // the empty word is no word, and its hash is what an empty slot holds
  hashes.delete(0n);
  // at most half of the slots are taken, so that a search ends soon
  const bits = Math.max(LEAST_BITS, Math.ceil(Math.log2(2 * hashes.size)));
  const table = new Uint8Array(SLOTS_AT + 8 * 2 ** bits);
  const u32 = new Uint32Array(table.buffer);
  u32[0] = 32 - bits;
  for (const hash of hashes) {
    const low = Number(hash & 0xffff_ffffn);
    const high = Number(hash >> 32n);
    const slot = findSlot(u32, 0, low, high);
    u32[slot] = low;
    u32[slot + 1] = high;
  }
  return table;
}

function sdbm(bytes: Uint8Array): bigint {
  let hash = 0n;
  for (const byte of bytes) hash = BigInt.asUintN(64, hash * 65599n + BigInt(byte));
  return hash;
}
