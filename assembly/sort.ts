// Sorting of u64 values that are hashes, so spread evenly: the leading bits alone nearly sort them.

// above this many values one round of leading bits leaves buckets too long to finish by insertion
const ONE_ROUND: u32 = 1 << 14;
const MAX_BITS: u32 = 12;

// Sorts values[0..count) in place. `work` has room for as many; `counts` (16 KB) is private to the caller's thread.
export function sortU64(values: usize, count: u32, work: usize, counts: usize): void {
  if (count <= 48) insertion(values, count);
  else if (count <= ONE_ROUND) bucket(values, count, work, counts);
  else radix(values, count, work, counts);
}

function insertion(values: usize, count: u32): void {
  const end = values + (<usize>count << 3);
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

// about four values a bucket, then insertion over the whole, which moves nothing far; a value that is repeated
// many times makes a long bucket of equals, which insertion passes over
function bucket(values: usize, count: u32, work: usize, counts: usize): void {
  let bits: u32 = 30 - <u32>clz<u32>(count);
  if (bits > MAX_BITS) bits = MAX_BITS;
  const shift = <u64>(64 - bits);
  const end = values + (<usize>count << 3);
  memory.fill(counts, 0, <usize>4 << bits);
  for (let p = values; p < end; p += 8) {
    const c = counts + (<usize>(load<u64>(p) >> shift) << 2);
    store<u32>(c, load<u32>(c) + 1);
  }
  let sum: u32 = 0;
  for (let c = counts, stop = counts + (<usize>4 << bits); c < stop; c += 4) {
    const n = load<u32>(c);
    store<u32>(c, sum);
    sum += n;
  }
  for (let p = values; p < end; p += 8) {
    const value = load<u64>(p);
    const c = counts + (<usize>(value >> shift) << 2);
    const n = load<u32>(c);
    store<u32>(c, n + 1);
    store<u64>(work + (<usize>n << 3), value);
  }
  memory.copy(values, work, <usize>count << 3);
  insertion(values, count);
}

// least significant byte first, eight rounds: the values end where they began
function radix(values: usize, count: u32, work: usize, counts: usize): void {
  let from = values;
  let to = work;
  for (let shift: u64 = 0; shift < 64; shift += 8) {
    const end = from + (<usize>count << 3);
    memory.fill(counts, 0, 1024);
    for (let p = from; p < end; p += 8) {
      const c = counts + (<usize>((load<u64>(p) >> shift) & 255) << 2);
      store<u32>(c, load<u32>(c) + 1);
    }
    let sum: u32 = 0;
    for (let c = counts; c < counts + 1024; c += 4) {
      const n = load<u32>(c);
      store<u32>(c, sum);
      sum += n;
    }
    for (let p = from; p < end; p += 8) {
      const value = load<u64>(p);
      const c = counts + (<usize>((value >> shift) & 255) << 2);
      const n = load<u32>(c);
      store<u32>(c, n + 1);
      store<u64>(to + (<usize>n << 3), value);
    }
    const swap = from;
    from = to;
    to = swap;
  }
}
