// The exhaustive scan: every query against every signature; the twin is src/engines/scalar/signatures/scan.ts.

import { Search } from '../../src/engines/layouts/signature-search';
import { beginNearest, distance128, offer } from './search';

// Signatures are compared in stretches of this many bytes, so that they are in the cache for all queries but the first.
const STRETCH: usize = 16384;

export function scanSignatures(search: Search): void {
  const bytes = search.bytes;
  const stretch = <u32>max<usize>(1, STRETCH / bytes);
  const single = search.queryCount === 1;
  for (let from: u32 = 0; from < search.count; ) {
    const to = single ? search.count : min(from + stretch, search.count);
    for (let q: u32 = 0; q < search.queryCount; q++) {
      const query = search.queries + <usize>q * bytes;
      beginNearest(search.out + ((<usize>q * search.k) << 3), search.k, search.removed);
      if (search.masks !== 0) scanMasked(search, query, search.masks + <usize>q * bytes, from, to);
      else if (bytes === 128) scan128(search, query, from, to);
      else scan(search, query, from, to);
    }
    from = to;
  }
}

function scan128(search: Search, query: usize, from: u32, to: u32): void {
  let at = search.signatures + ((<usize>from) << 7);
  for (let number = from; number < to; number++, at += 128) offer(distance128(query, at), number);
}

// Sixteen bytes at a time; a width of an odd number of 64 bits ends with eight.
function scan(search: Search, query: usize, from: u32, to: u32): void {
  const bytes = search.bytes;
  const whole = bytes & ~15;
  for (let number = from; number < to; number++) {
    const at = search.signatures + <usize>number * bytes;
    let sums = i16x8.splat(0);
    for (let i: usize = 0; i < whole; i += 16) {
      const differing = i8x16.popcnt(v128.xor(v128.load(query + i), v128.load(at + i)));
      sums = i16x8.add(sums, i16x8.extadd_pairwise_i8x16_u(differing));
    }
    let distance = total(sums);
    if (whole < bytes) distance += <u32>popcnt(load<u64>(query + whole) ^ load<u64>(at + whole));
    offer(distance, number);
  }
}

function scanMasked(search: Search, query: usize, mask: usize, from: u32, to: u32): void {
  const bytes = search.bytes;
  const whole = bytes & ~15;
  for (let number = from; number < to; number++) {
    const at = search.signatures + <usize>number * bytes;
    let sums = i16x8.splat(0);
    for (let i: usize = 0; i < whole; i += 16) {
      const differing = v128.and(v128.xor(v128.load(query + i), v128.load(at + i)), v128.load(mask + i));
      sums = i16x8.add(sums, i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(differing)));
    }
    let distance = total(sums);
    if (whole < bytes) distance += <u32>popcnt((load<u64>(query + whole) ^ load<u64>(at + whole)) & load<u64>(mask + whole));
    offer(distance, number);
  }
}

// @inline
function total(sums: v128): u32 {
  const four = i32x4.extadd_pairwise_i16x8_u(sums);
  return <u32>(
    (i32x4.extract_lane(four, 0) + i32x4.extract_lane(four, 1) + i32x4.extract_lane(four, 2) + i32x4.extract_lane(four, 3))
  );
}
