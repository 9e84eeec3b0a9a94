/** Builds the stop-word table (`engines/layouts/word-tables.ts` has its layout) of a list of words. */
import { mixedHash } from '../engines/index.ts';
import { SPREAD_AT } from '../engines/layouts/word-tables.ts';

interface Hash {
  readonly low: number;
  readonly high: number;
}

/** The table of these words, given as canonical text; put it on the heap with `heap.place`. */
export function stopTable(words: Iterable<string>): Uint8Array {
  const encoder = new TextEncoder();
  const halves = new Uint32Array(2);
  const hashes = new Map<bigint, Hash>();
  for (const word of words) {
    const bytes = encoder.encode(word);
    mixedHash(bytes, 0, bytes.length, halves);
    const [low, high] = halves;
    if (bytes.length > 0) hashes.set((BigInt(high) << 32n) | BigInt(low), { low, high });
  }
  const all = [...hashes.values()];
  // if words do not fit, which is rare, twice the slots are used
  for (let slots = powerOfTwo(1.25 * all.length); ; slots *= 2) {
    const table = place(all, slots, slots);
    if (table !== undefined) return table;
  }
}

function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(4, least)));
}

/** Hash and displace: the fullest bucket first, each with the first spread that sends its hashes to free slots. */
function place(hashes: readonly Hash[], bucketCount: number, slotCount: number): Uint8Array | undefined {
  const bucketMask = 4 * (bucketCount - 1);
  const slotMask = 8 * (slotCount - 1);
  const slotsAt = SPREAD_AT + 4 * bucketCount;
  const table = new Uint8Array(slotsAt + 8 * slotCount);
  const u32 = new Uint32Array(table.buffer);
  u32.set([bucketMask, slotMask]);
  const buckets = Array.from({ length: bucketCount }, (_, bucket) => ({ bucket, own: [] as Hash[] }));
  for (const hash of hashes) buckets[(hash.low & bucketMask) >>> 2].own.push(hash);
  buckets.sort((a, b) => b.own.length - a.own.length || a.bucket - b.bucket);
  const slots: (Hash | undefined)[] = new Array(slotCount).fill(undefined);
  for (const { bucket, own } of buckets) {
    const spread = freeSpread(own, slots, slotMask);
    if (spread === undefined) return undefined;
    u32[(SPREAD_AT >>> 2) + bucket] = spread;
  }
  for (const [slot, held] of slots.entries()) {
    const { low, high } = held ?? elsewhere(hashes, slot, slotCount);
    u32.set([low, high], (slotsAt >>> 2) + 2 * slot);
  }
  return table;
}

/** The value of an empty slot: a hash that is never looked up there, because it belongs in another slot. */
function elsewhere(hashes: readonly Hash[], slot: number, slotCount: number): Hash {
  return hashes.length > 0 ? hashes[0] : { low: 0, high: 8 * ((slot + 1) % slotCount) };
}

/** The first spread that sends each of these hashes to a slot of its own that is free; they are then put there. */
function freeSpread(own: readonly Hash[], slots: (Hash | undefined)[], slotMask: number): number | undefined {
  for (let spread = 0; spread <= slotMask; spread += 8) {
    const places = own.map(({ high }) => ((high + spread) & slotMask) >>> 3);
    if (places.some((slot) => slots[slot] !== undefined) || new Set(places).size < places.length) continue;
    for (const [i, hash] of own.entries()) slots[places[i]] = hash;
    return spread;
  }
  return undefined;
}
