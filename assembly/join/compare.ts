// Items are compared with each other: `values` u64[n] and `ids` u32[n]. All moves are stable, so of items with equal
// values the one with the smallest id comes first; the others are its duplicates and are removed when they are found.
import { equal, forget, found, maxDistance, near } from './found';

// Every item with every other.
export function compare(values: usize, ids: usize, n: u32): void {
  const most = <u64>maxDistance;
  let kept: usize = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    const value = load<u64>(values + (i << 3));
    const id = load<u32>(ids + (i << 2));
    const mark = found;
    const end = values + (kept << 3);
    let p = values;
    for (; p < end; p += 8) {
      const x = value ^ load<u64>(p);
      if (popcnt<u64>(x) > most) continue;
      if (x === 0) break;
      near(x, load<u32>(ids + ((p - values) >> 1)), id);
    }
    if (p < end) {
      // pairs found before are those of its twin
      forget(mark);
      equal(load<u32>(ids + ((p - values) >> 1)), id);
    } else {
      store<u64>(end, value);
      store<u32>(ids + (kept << 2), id);
      kept++;
    }
  }
}

// Removes the duplicates from any number of items and returns how many are left. `room` holds 12 bytes an item.
export function collapse(values: usize, ids: usize, n: u32, room: usize): u32 {
  // the smallest power of two from 1.5 n on is below 3 n
  const slots: u32 = 1 << (32 - clz<u32>(n + (n >> 1)));
  const shift = <u64>(64 - ctz<u32>(slots));
  memory.fill(room, 0, (<usize>slots) << 2);
  let kept: u32 = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    const value = load<u64>(values + (i << 3));
    const id = load<u32>(ids + (i << 2));
    // fibonacci hashing; a slot holds 1 + the place of a kept item
    let slot = <u32>(((value ^ (value >> 32)) * 0x9e3779b97f4a7c15) >> shift);
    let other: u32 = 0;
    while (true) {
      other = load<u32>(room + ((<usize>slot) << 2));
      if (other === 0 || load<u64>(values + ((<usize>(other - 1)) << 3)) === value) break;
      slot = (slot + 1) & (slots - 1);
    }
    if (other !== 0) {
      equal(load<u32>(ids + ((<usize>(other - 1)) << 2)), id);
      continue;
    }
    store<u64>(values + ((<usize>kept) << 3), value);
    store<u32>(ids + ((<usize>kept) << 2), id);
    kept++;
    store<u32>(room + ((<usize>slot) << 2), kept);
  }
  return kept;
}
