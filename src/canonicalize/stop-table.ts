/** Builds the stop-word table (`engines/tables.ts` has its layout) of a list of words. */
import { SLOTS_AT, SPREAD_AT, SPREADS, stopBucket, stopSlot } from '../engines/tables.ts';

/** 2^32 divided by the golden ratio; the next ones tried are its odd multiples. */
const MULTIPLIER = 0x9e3779b1;
const MULTIPLIERS = 64;
/** Slots from where a hash would go without spread. */
const BASE_SLOTS = 1024;
const MOST_SPREAD = 0xffff;

/** The table of these words, given as canonical text; put it on the heap with `heap.place`. */
export function stopTable(words: Iterable<string>): Uint8Array {
  const encoder = new TextEncoder();
  const hashes = new Set<bigint>();
  for (const word of words) hashes.add(sdbm(encoder.encode(word)));
  // the empty word is no word, and its hash is what an empty slot holds
  hashes.delete(0n);
  // a second multiplier is rarely needed
  for (let round = 0; round < MULTIPLIERS; round++) {
    const table = place([...hashes], Math.imul(MULTIPLIER, 2 * round + 1));
    if (table !== undefined) return table;
  }
  throw new Error(`stop words: expected a list of up to some 20,000 words, got ${hashes.size}`);
}

/** Hash and displace: the fullest bucket first, each with the first spread that sends its hashes to free slots. */
function place(hashes: readonly bigint[], multiplier: number): Uint8Array | undefined {
  const spreads = new Uint16Array(SPREADS);
  const slots = new BigUint64Array(BASE_SLOTS + MOST_SPREAD);
  const buckets = Array.from({ length: SPREADS }, (_, bucket) => ({ bucket, own: [] as Multiplied[] }));
  for (const hash of hashes) {
    const f = Math.imul(Number(hash & 0xffff_ffffn), multiplier);
    buckets[stopBucket(f)].own.push({ hash, f });
  }
  buckets.sort((a, b) => b.own.length - a.own.length || a.bucket - b.bucket);
  const taken = new Uint8Array(slots.length);
  for (const { bucket, own } of buckets) {
    const spread = freeSpread(own, taken);
    if (spread === undefined) return undefined;
    spreads[bucket] = spread;
    for (const { hash, f } of own) slots[stopSlot(f, spread)] = hash;
  }
  // every hash that is looked up must find a slot
  const used = slots.subarray(0, BASE_SLOTS + spreads.reduce((most, spread) => Math.max(most, spread), 0));
  const table = new Uint8Array(SLOTS_AT + used.byteLength);
  new Uint32Array(table.buffer)[0] = multiplier;
  new Uint16Array(table.buffer, SPREAD_AT).set(spreads);
  new BigUint64Array(table.buffer, SLOTS_AT).set(used);
  return table;
}

interface Multiplied {
  hash: bigint;
  f: number;
}

/** The first spread that sends each of these hashes to a slot of its own that is free; they are then taken. */
function freeSpread(own: readonly Multiplied[], taken: Uint8Array): number | undefined {
  for (let spread = 0; spread <= MOST_SPREAD; spread++) {
    let placed = 0;
    for (; placed < own.length; placed++) {
      const slot = stopSlot(own[placed].f, spread);
      if (taken[slot] === 1) break;
      taken[slot] = 1;
    }
    if (placed === own.length) return spread;
    while (placed > 0) taken[stopSlot(own[--placed].f, spread)] = 0;
  }
  return undefined;
}

function sdbm(bytes: Uint8Array): bigint {
  let hash = 0n;
  for (const byte of bytes) hash = BigInt.asUintN(64, hash * 65599n + BigInt(byte));
  return hash;
}
