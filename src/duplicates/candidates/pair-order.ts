/** Puts pairs into their order: by the first number, then by the second. */
import { PAIR_WORDS } from '../../engines/scalar/join/pair-sink.ts';

/** From this many pairs on in one bucket, they are sorted by radix instead of insertion. */
const MANY = 40;
/** Pairs that lie in the cache while they are sorted. */
const PART = 1 << 12;
/** No more parts than can be written to at once without missing the cache every time. */
const MAX_PART_BITS = 10;

/**
 * Sorts pairs, `PAIR_WORDS` numbers each, the first two below `limit`: into parts by the highest bits of the first number, each
 * part into buckets of few pairs by the bits after them, then every bucket. Returns a new array.
 */
export function sortPairs(words: Uint32Array, limit: number): Uint32Array {
  const bits = Math.ceil(Math.log2(limit + 1));
  const partBits = Math.min(bits, MAX_PART_BITS, bitsFor(words.length / PAIR_WORDS / PART));
  const parted = new Uint32Array(words.length);
  const partEnds = partition(words, parted, bits - partBits, new Uint32Array(1 << partBits));
  const sorted = new Uint32Array(words.length);
  let from = 0;
  for (const end of partEnds) {
    if (end > from) sortPart(parted.subarray(from, end), sorted.subarray(from, end), bits - partBits, bits);
    from = end;
  }
  return sorted;
}

/** Sorts a part, in which the first numbers differ in the lowest `low` of `bits` bits only. */
function sortPart(words: Uint32Array, sorted: Uint32Array, low: number, bits: number): void {
  const bucketBits = Math.min(low, 22, bitsFor(words.length / PAIR_WORDS / 2));
  let from = 0;
  for (const end of partition(words, sorted, low - bucketBits, new Uint32Array(1 << bucketBits))) {
    if (end - from > PAIR_WORDS * MANY) radixSort(sorted.subarray(from, end), bits);
    else if (end - from > PAIR_WORDS) insertionSort(sorted, from, end);
    from = end;
  }
}

/** Moves pairs to where their first number's bits from `shift` on say; `ends`, all 0, becomes where each key ends. */
function partition(words: Uint32Array, into: Uint32Array, shift: number, ends: Uint32Array): Uint32Array {
  const mask = ends.length - 1;
  for (let at = 0; at < words.length; at += PAIR_WORDS) ends[(words[at] >>> shift) & mask] += PAIR_WORDS;
  for (let key = 0, sum = 0; key < ends.length; key++) {
    const here = ends[key];
    ends[key] = sum;
    sum += here;
  }
  for (let at = 0; at < words.length; at += PAIR_WORDS) {
    const key = (words[at] >>> shift) & mask;
    const to = ends[key];
    ends[key] = to + PAIR_WORDS;
    into[to] = words[at];
    into[to + 1] = words[at + 1];
    into[to + 2] = words[at + 2];
  }
  return ends;
}

function bitsFor(count: number): number {
  return Math.max(0, Math.ceil(Math.log2(count + 1)));
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
