// Sorting of u64 values that are checksums and therefore spread evenly over a range: the leading bits alone nearly sort them.
import { sortItems } from './shingles/item-order';

const INSERTION_SORT_MAX: u32 = 32;
// values that are brought into order by one round of leading bits, and stay in the L1 cache while they are
const ONE_ROUND: u32 = 1 << 11;
const MAX_BITS: u32 = 12;
// counters of the first round; those of the second follow
const FIRST_COUNTS: usize = 4 << MAX_BITS;

// Sorts values[0..count) in place. `work` has room for as many; `counts` (32 KB) is private to the caller's thread.
export function sortU64(values: usize, count: u32, work: usize, counts: usize): void {
  if (count <= INSERTION_SORT_MAX) {
    insertion(values, values + ((<usize>count) << 3));
    return;
  }
  const range = 64 - <u32>clz(orOf(values, count));
  if (count <= ONE_ROUND) {
    memory.copy(work, values, (<usize>count) << 3);
    sortPart(work, values, count, range, counts);
    return;
  }
  const bits = min(min(MAX_BITS, range), 22 - <u32>clz<u32>(count));
  scatter(values, work, count, range - bits, bits, counts);
  // each counter has moved on to where the next part begins
  let from: u32 = 0;
  for (let part: usize = 0; part < (<usize>1) << bits; part++) {
    const end = load<u32>(counts + (part << 2));
    const at = (<usize>from) << 3;
    if (end > from) sortPart(work + at, values + at, end - from, range - bits, counts + FIRST_COUNTS);
    from = end;
  }
}

// Sorts the values at `from`, which differ in the lowest `range` bits only, to `to`: one or two a bucket, then by
// insertion. Buckets are long if values are repeated often, or if an attacker chose them so.
function sortPart(from: usize, to: usize, count: u32, range: u32, counts: usize): void {
  if (count <= INSERTION_SORT_MAX || range === 0) {
    memory.copy(to, from, (<usize>count) << 3);
    if (count <= INSERTION_SORT_MAX) insertion(to, to + ((<usize>count) << 3));
    return;
  }
  const bits = min(min(MAX_BITS, range), 32 - <u32>clz<u32>(count - 1));
  const longest = scatter(from, to, count, range - bits, bits, counts);
  if (longest > INSERTION_SORT_MAX) sortLong(to, (<usize>1) << bits, counts);
  insertion(to, to + ((<usize>count) << 3));
}

// Sorts the buckets that are too long for insertion. Values of one bucket have the highest bit in common, so that their order as
// signed numbers is theirs.
function sortLong(values: usize, buckets: usize, counts: usize): void {
  let start: u32 = 0;
  for (let c = counts, stop = counts + (buckets << 2); c < stop; c += 4) {
    const end = load<u32>(c);
    const at = values + ((<usize>start) << 3);
    if (end - start > INSERTION_SORT_MAX && !areEqual(at, end - start)) sortItems(at, end - start, false);
    start = end;
  }
}

// Puts values into the order of the `bits` bits from `shift` on. Returns the size of the largest bucket; the counters
// say where each bucket ends.
function scatter(from: usize, to: usize, count: u32, shift: u32, bits: u32, counts: usize): u32 {
  const end = from + ((<usize>count) << 3);
  const mask: usize = (1 << bits) - 1;
  memory.fill(counts, 0, (<usize>4) << bits);
  for (let p = from; p < end; p += 8) {
    const c = counts + ((<usize>(load<u64>(p) >> shift) & mask) << 2);
    store<u32>(c, load<u32>(c) + 1);
  }
  let sum: u32 = 0;
  let longest: u32 = 0;
  for (let c = counts, stop = counts + ((<usize>4) << bits); c < stop; c += 4) {
    const n = load<u32>(c);
    store<u32>(c, sum);
    sum += n;
    longest = max(longest, n);
  }
  for (let p = from; p < end; p += 8) {
    const value = load<u64>(p);
    const c = counts + ((<usize>(value >> shift) & mask) << 2);
    const n = load<u32>(c);
    store<u32>(c, n + 1);
    store<u64>(to + ((<usize>n) << 3), value);
  }
  return longest;
}

function insertion(values: usize, end: usize): void {
  for (let p = values + 8; p < end; p += 8) {
    const value = load<u64>(p);
    let q = p;
    while (q > values && load<u64>(q - 8) > value) {
      store<u64>(q, load<u64>(q - 8));
      q -= 8;
    }
    store<u64>(q, value);
  }
}

// Whether one value is repeated: what makes a bucket long in every ordinary text.
function areEqual(values: usize, count: u32): bool {
  const first = load<u64>(values);
  for (let p = values + 8, end = values + ((<usize>count) << 3); p < end; p += 8) if (load<u64>(p) !== first) return false;
  return true;
}

function orOf(values: usize, count: u32): u64 {
  let all: u64 = 1;
  for (let p = values, end = values + ((<usize>count) << 3); p < end; p += 8) all |= load<u64>(p);
  return all;
}
