/** Candidates are put together here: equal fingerprints as groups, pairs in their fixed order. */

import type { Candidates } from '../../duplicates.ts';
import { hash64 } from '../../engines/index.ts';
import { PAIR_WORDS } from '../../engines/scalar/join/pair-sink.ts';

import { sortPairs } from './pair-order.ts';

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
export function withPairs(groups: Groups, words: Uint32Array): Candidates {
  return withSorted(groups, sortPairs(words, groups.distinct.length));
}

function withSorted(groups: Groups, sorted: Uint32Array): Candidates {
  const count = sorted.length / PAIR_WORDS;
  const left = new Uint32Array(count);
  const right = new Uint32Array(count);
  const distance = new Uint8Array(count);
  for (let p = 0, at = 0; p < count; p++) {
    left[p] = sorted[at++];
    right[p] = sorted[at++];
    distance[p] = sorted[at++];
  }
  return { ...groups, left, right, distance };
}

/** The opposite of `candidatesOf`: pairs of positions, in order. Each repetition of a fingerprint is paired with the first of its kind. */
export function pairsOfPositions({ starts, members, left, right, distance }: Candidates): Uint32Array {
  const repeated = members.length - (starts.length - 1);
  const words = new Uint32Array(PAIR_WORDS * (repeated + left.length));
  let at = 0;
  const push = (a: number, b: number, bits: number) => {
    words.set([Math.min(a, b), Math.max(a, b), bits], at);
    at += PAIR_WORDS;
  };
  for (let d = 0; d + 1 < starts.length; d++) {
    for (let i = starts[d] + 1; i < starts[d + 1]; i++) push(members[starts[d]], members[i], 0);
  }
  for (let p = 0; p < left.length; p++) {
    push(members[starts[left[p]]], members[starts[right[p]]], distance[p]);
  }
  return sortPairs(words, members.length);
}

/**
 * Candidates from pairs of positions, in which every fingerprint that repeats an earlier one is paired at distance 0
 * with the first of its kind, and only with that. The pairs are in order, and stay so: a fingerprint that is not paired at
 * distance 0 with one before it has a higher number than all such before it. The words are changed.
 */
export function candidatesOf(fingerprints: BigUint64Array, words: Uint32Array): Candidates {
  const n = fingerprints.length;
  const numbers = new Uint32Array(n);
  // 1 + the first of its kind, for those that are not
  for (let at = 0; at < words.length; at += PAIR_WORDS) {
    if (words[at + 2] === 0) numbers[words[at + 1]] = words[at] + 1;
  }
  const firsts = new Uint32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    const first = numbers[i];
    if (first === 0) {
      firsts[count] = i;
      numbers[i] = count++;
    } else numbers[i] = numbers[first - 1];
  }
  let kept = 0;
  for (let at = 0; at < words.length; at += PAIR_WORDS) {
    if (words[at + 2] === 0) continue;
    words[kept++] = numbers[words[at]];
    words[kept++] = numbers[words[at + 1]];
    words[kept++] = words[at + 2];
  }
  return withSorted(groupsOf(fingerprints, numbers, firsts.subarray(0, count)), words.subarray(0, kept));
}
