// Which shingles are rare; the twin is src/engines/scalar/rarity.ts. Counters are shared by all threads.
//
// The table of counters is larger than any cache. So the counters of many shingles are read first, in a loop in which no turn waits for
// the one before it.
import { MOST_COUNTED } from '../src/engines/layouts/modes';
import { RARITY_COUNTED_AT, RARITY_LISTED, RARITY_PLACES_AT, scratch } from './memory';

export function countShingles(values: usize, count: u32, counters: usize, bits: u32): void {
  const end = values + ((<usize>count) << 3);
  for (let p = values; p < end; p += RARITY_LISTED << 3) {
    // now they are in the cache
    listCounted(p, end, counters, bits);
    for (let q = p, last = min(end, p + (RARITY_LISTED << 3)); q < last; q += 8) {
      const counter = counterOf(q, counters, bits);
      if (<u32>load<u8>(counter) < MOST_COUNTED) atomic.add<u8>(counter, 1);
    }
  }
}

// Two passes of a counting sort: how many values there are of each rarity, then each to its place.
export function rankShingles(values: usize, count: u32, counters: usize, bits: u32, out: usize): u32 {
  const counted = scratch + RARITY_COUNTED_AT;
  const places = scratch + RARITY_PLACES_AT;
  memory.fill(places, 0, (<usize>(MOST_COUNTED + 1)) << 2);
  const end = values + ((<usize>count) << 3);
  for (let p = values; p < end; p += RARITY_LISTED << 3) {
    const last = listCounted(p, end, counters, bits);
    for (let at = counted; at < last; at++) {
      const place = places + ((<usize>load<u8>(at)) << 2);
      store<u32>(place, load<u32>(place) + 1);
    }
  }
  let sum: u32 = 0;
  for (let place = places; place <= places + ((<usize>MOST_COUNTED) << 2); place += 4) {
    const n = load<u32>(place);
    store<u32>(place, sum);
    sum += n;
  }
  const unique = load<u32>(places, 8);
  for (let p = values; p < end; p += RARITY_LISTED << 3) {
    const last = listCounted(p, end, counters, bits);
    for (let q = p, at = counted; at < last; q += 8, at++) {
      const place = places + ((<usize>load<u8>(at)) << 2);
      const n = load<u32>(place);
      store<u32>(place, n + 1);
      store<u64>(out + ((<usize>n) << 3), load<u64>(q));
    }
  }
  return unique;
}

// Lists how often values from p on were counted, for up to RARITY_LISTED values. Returns where the list ends.
function listCounted(p: usize, end: usize, counters: usize, bits: u32): usize {
  let to = scratch + RARITY_COUNTED_AT;
  for (const last = min(end, p + (RARITY_LISTED << 3)); p < last; p += 8, to++) {
    // threads may have counted a little further
    store<u8>(to, <u8>min<u32>(load<u8>(counterOf(p, counters, bits)), MOST_COUNTED));
  }
  return to;
}

// @inline
function counterOf(p: usize, counters: usize, bits: u32): usize {
  return counters + <usize>(load<u32>(p, 4) >> (32 - bits));
}
