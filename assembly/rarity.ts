// Which shingles are rare; the twin is src/engines/scalar/rarity.ts. Counters are shared by all threads.
import { MOST_COUNTED } from '../src/engines/layouts/modes';
import { RARITY_PLACES_AT, scratch } from './memory';

export function countShingles(values: usize, count: u32, counters: usize, bits: u32): void {
  for (let p = values, end = values + ((<usize>count) << 3); p < end; p += 8) {
    const counter = counters + <usize>(load<u32>(p, 4) >> (32 - bits));
    if (<u32>load<u8>(counter) < MOST_COUNTED) atomic.add<u8>(counter, 1);
  }
}

// Two passes of a counting sort: how many values there are of each rarity, then each to its place.
export function rankShingles(values: usize, count: u32, counters: usize, bits: u32, out: usize): u32 {
  const places = scratch + RARITY_PLACES_AT;
  memory.fill(places, 0, (<usize>(MOST_COUNTED + 1)) << 2);
  const end = values + ((<usize>count) << 3);
  for (let p = values; p < end; p += 8) {
    const place = placeOf(p, counters, bits, places);
    store<u32>(place, load<u32>(place) + 1);
  }
  let sum: u32 = 0;
  for (let place = places; place <= places + ((<usize>MOST_COUNTED) << 2); place += 4) {
    const n = load<u32>(place);
    store<u32>(place, sum);
    sum += n;
  }
  const unique = load<u32>(places, 8);
  for (let p = values; p < end; p += 8) {
    const place = placeOf(p, counters, bits, places);
    const n = load<u32>(place);
    store<u32>(place, n + 1);
    store<u64>(out + ((<usize>n) << 3), load<u64>(p));
  }
  return unique;
}

// @inline
function placeOf(p: usize, counters: usize, bits: u32, places: usize): usize {
  const counted = <u32>load<u8>(counters + <usize>(load<u32>(p, 4) >> (32 - bits)));
  return places + ((<usize>min(counted, MOST_COUNTED)) << 2);
}
