/** Builds the stop-word table (`engines/tables.ts` has its layout) of a list of words. */
import { SLOTS_AT, SPREAD_AT, SPREADS, stopBucket, stopSlot } from '../engines/tables.ts';

/** 2^32 divided by the golden ratio; the next ones tried are its odd multiples. */
const MULTIPLIER = 0x9e3779b1;
const LEAST_BITS = 6;

/** The table of these words, given as canonical text; put it on the heap with `heap.place`. */
export function stopTable(words: Iterable<string>): Uint8Array {
  const encoder = new TextEncoder();
  const hashes = new Set<bigint>();
  for (const word of words) hashes.add(sdbm(encoder.encode(word)));
  // the empty word is no word, and its hash is what an empty slot holds
  hashes.delete(0n);
  // two thirds of the slots taken, at most; a second multiplier is hardly ever needed, a larger table never was
  const bits = Math.max(LEAST_BITS, Math.ceil(Math.log2(1.5 * hashes.size)));
  for (let round = 0; ; round++) {
    const table = place([...hashes], bits + (round >>> 4), Math.imul(MULTIPLIER, 2 * round + 1));
    if (table !== undefined) return table;
  }
}

/** Hash and displace: the fullest bucket first, each with the first spread that sends its hashes to free slots. */
function place(hashes: readonly bigint[], bits: number, multiplier: number): Uint8Array | undefined {
  const table = new Uint8Array(SLOTS_AT + 8 * 2 ** bits);
  const mask = 8 * (2 ** (bits - 1) - 1);
  new Uint32Array(table.buffer).set([mask, multiplier >>> 0]);
  const spreads = new Uint16Array(table.buffer, SPREAD_AT, SPREADS);
  const slots = new BigUint64Array(table.buffer, SLOTS_AT);
  const buckets = Array.from({ length: SPREADS }, (_, bucket) => ({ bucket, own: [] as Multiplied[] }));
  for (const hash of hashes) {
    const f = Math.imul(Number(hash & 0xffff_ffffn), multiplier);
    buckets[stopBucket(f)].own.push({ hash, f });
  }
  buckets.sort((a, b) => b.own.length - a.own.length || a.bucket - b.bucket);
  const taken = new Uint8Array(2 ** bits);
  for (const { bucket, own } of buckets) {
    const spread = freeSpread(own, taken, mask);
    if (spread === undefined) return undefined;
    spreads[bucket] = spread;
    for (const { hash, f } of own) slots[stopSlot(f, spread, mask) / 8] = hash;
  }
  return table;
}

interface Multiplied {
  hash: bigint;
  f: number;
}

/** The first spread that sends each of these hashes to a slot of its own that is free; they are then taken. */
function freeSpread(own: readonly Multiplied[], taken: Uint8Array, mask: number): number | undefined {
  const most = Math.min(mask + 8, 0xfff8);
  for (let spread = 0; spread <= most; spread += 8) {
    let placed = 0;
    for (; placed < own.length; placed++) {
      const slot = stopSlot(own[placed].f, spread, mask) / 8;
      if (taken[slot] === 1) break;
      taken[slot] = 1;
    }
    if (placed === own.length) return spread;
    while (placed > 0) taken[stopSlot(own[--placed].f, spread, mask) / 8] = 0;
  }
  return undefined;
}

function sdbm(bytes: Uint8Array): bigint {
  let hash = 0n;
  for (const byte of bytes) hash = BigInt.asUintN(64, hash * 65599n + BigInt(byte));
  return hash;
}
