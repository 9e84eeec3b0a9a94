/** Candidates are put together here: equal fingerprints as groups, pairs in their fixed order. */
import { hash64 } from '../engines/scalar/join/hamming.ts';
import { PAIR_WORDS } from '../engines/scalar/join/pair-sink.ts';
import type { Candidates } from '../indexes.ts';

/** The part of `Candidates` that says which fingerprints are equal. */
export type Groups = Pick<Candidates, 'distinct' | 'starts' | 'members'>;

/** The two halves of every fingerprint: low at 2i, high at 2i + 1. */
export function halvesOf(fingerprints: BigUint64Array): Uint32Array {
  return new Uint32Array(fingerprints.buffer, fingerprints.byteOffset, 2 * fingerprints.length);
}

/** Finds equal fingerprints, in one pass over a hash table. */
export function collapse(fingerprints: BigUint64Array): Groups {
  const n = fingerprints.length;
  const halves = halvesOf(fingerprints);
  const mask = 2 ** Math.ceil(Math.log2(2 * n + 2)) - 1;
  // a slot holds 1 + the number of a distinct fingerprint
  const slots = new Uint32Array(mask + 1);
  const firsts = new Uint32Array(n);
  const numbers = new Uint32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    const lo = halves[2 * i];
    const hi = halves[2 * i + 1];
    let slot = hash64(lo, hi) & mask;
    while (slots[slot] !== 0) {
      const first = firsts[slots[slot] - 1];
      if (halves[2 * first] === lo && halves[2 * first + 1] === hi) break;
      slot = (slot + 1) & mask;
    }
    if (slots[slot] === 0) {
      firsts[count] = i;
      slots[slot] = ++count;
    }
    numbers[i] = slots[slot] - 1;
  }
  return groupsOf(fingerprints, numbers, firsts.subarray(0, count));
}

/** Groups, given the number of each fingerprint's distinct value and where every distinct value first occurs. */
export function groupsOf(fingerprints: BigUint64Array, numbers: Uint32Array, firsts: Uint32Array): Groups {
  const count = firsts.length;
  const from = halvesOf(fingerprints);
  const distinct = new BigUint64Array(count);
  const into = halvesOf(distinct);
  for (let d = 0; d < count; d++) {
    into[2 * d] = from[2 * firsts[d]];
    into[2 * d + 1] = from[2 * firsts[d] + 1];
  }
  const starts = new Uint32Array(count + 1);
  for (let i = 0; i < numbers.length; i++) starts[numbers[i] + 1]++;
  for (let d = 0; d < count; d++) starts[d + 1] += starts[d];
  const members = new Uint32Array(numbers.length);
  const next = starts.slice();
  for (let i = 0; i < numbers.length; i++) members[next[numbers[i]]++] = i;
  return { distinct, starts, members };
}

/** Adds the pairs, in order, to the groups. `words` holds `PAIR_WORDS` numbers a pair, in any order of pairs. */
export function withPairs(groups: Groups, words: Uint32Array, count: number): Candidates {
  const order = pairOrder(words, count, groups.distinct.length);
  const left = new Uint32Array(count);
  const right = new Uint32Array(count);
  const distance = new Uint8Array(count);
  for (let p = 0; p < count; p++) {
    const at = PAIR_WORDS * order[p];
    left[p] = words[at];
    right[p] = words[at + 1];
    distance[p] = words[at + 2];
  }
  return { ...groups, left, right, distance };
}

/** The order by left, then right: a radix sort, least significant digits first. */
function pairOrder(words: Uint32Array, count: number, ids: number): Uint32Array {
  const bits = Math.max(1, Math.ceil(Math.log2(ids + 1)));
  const digit = Math.ceil(bits / Math.ceil(bits / 11));
  const mask = 2 ** digit - 1;
  const counts = new Uint32Array(mask + 1);
  let order = new Uint32Array(count);
  let sorted = new Uint32Array(count);
  for (let p = 0; p < count; p++) order[p] = p;
  for (const field of [1, 0]) {
    for (let shift = 0; shift < bits; shift += digit) {
      counts.fill(0);
      for (let p = 0; p < count; p++) counts[(words[PAIR_WORDS * p + field] >>> shift) & mask]++;
      let at = 0;
      for (let d = 0; d <= mask; d++) {
        const here = counts[d];
        counts[d] = at;
        at += here;
      }
      for (let p = 0; p < count; p++) {
        const pair = order[p];
        sorted[counts[(words[PAIR_WORDS * pair + field] >>> shift) & mask]++] = pair;
      }
      [order, sorted] = [sorted, order];
    }
  }
  return order;
}
