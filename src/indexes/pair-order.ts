/** Puts pairs into their order: by the first number, then by the second. */
import { PAIR_WORDS } from '../engines/scalar/join/pair-sink.ts';

/** From this many pairs on in one bucket, they are sorted by radix instead of insertion. */
const MANY = 40;

/**
 * Sorts pairs, `PAIR_WORDS` numbers each, the first two below `limit`: into buckets by the highest bits of the first
 * number, few pairs each, then every bucket. Returns a new array.
 */
export function sortPairs(words: Uint32Array, limit: number): Uint32Array {
  const count = words.length / PAIR_WORDS;
  const bits = Math.ceil(Math.log2(limit + 1));
  const bucketBits = Math.min(bits, 22, Math.max(1, Math.ceil(Math.log2(count / 2 + 1))));
  const shift = bits - bucketBits;
  const ends = new Uint32Array(1 << bucketBits);
  for (let at = 0; at < words.length; at += PAIR_WORDS) ends[words[at] >>> shift]++;
  for (let bucket = 0, sum = 0; bucket < ends.length; bucket++) {
    const here = ends[bucket];
    ends[bucket] = sum;
    sum += here;
  }
  const sorted = new Uint32Array(words.length);
  for (let at = 0; at < words.length; at += PAIR_WORDS) {
    const to = PAIR_WORDS * ends[words[at] >>> shift]++;
    sorted[to] = words[at];
    sorted[to + 1] = words[at + 1];
    sorted[to + 2] = words[at + 2];
  }
  let from = 0;
  for (const end of ends) {
    if (end - from > MANY) radixSort(sorted.subarray(PAIR_WORDS * from, PAIR_WORDS * end), bits);
    else if (end - from > 1) insertionSort(sorted, PAIR_WORDS * from, PAIR_WORDS * end);
    from = end;
  }
  return sorted;
}

function insertionSort(words: Uint32Array, from: number, to: number): void {
  for (let i = from + PAIR_WORDS; i < to; i += PAIR_WORDS) {
    const first = words[i];
    const second = words[i + 1];
    const distance = words[i + 2];
    let j = i;
    for (; j > from; j -= PAIR_WORDS) {
      const before = words[j - PAIR_WORDS];
      if (before < first || (before === first && words[j - 2] <= second)) break;
      words[j] = before;
      words[j + 1] = words[j - 2];
      words[j + 2] = words[j - 1];
    }
    words[j] = first;
    words[j + 1] = second;
    words[j + 2] = distance;
  }
}

/** Least significant digits first: the second number, then the first. */
function radixSort(words: Uint32Array, bits: number): void {
  const digit = 8;
  const starts = new Uint32Array(1 << digit);
  let from = words;
  let into = new Uint32Array(words.length);
  for (const field of [1, 0]) {
    for (let shift = 0; shift < bits; shift += digit) {
      starts.fill(0);
      for (let at = field; at < from.length; at += PAIR_WORDS) starts[(from[at] >>> shift) & 255]++;
      for (let key = 0, sum = 0; key < 256; key++) {
        const here = starts[key];
        starts[key] = sum;
        sum += here;
      }
      for (let at = 0; at < from.length; at += PAIR_WORDS) {
        const to = PAIR_WORDS * starts[(from[at + field] >>> shift) & 255]++;
        into[to] = from[at];
        into[to + 1] = from[at + 1];
        into[to + 2] = from[at + 2];
      }
      [from, into] = [into, from as Uint32Array<ArrayBuffer>];
    }
  }
  if (from !== words) words.set(from);
}
