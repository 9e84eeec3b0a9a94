/** The linear scan: every fingerprint against every other. Slow, plain, and the oracle for the other indexes. */

import type { Candidates, FingerprintIndex, Hit, IndexOptions } from '../../duplicates.ts';
import { popcount } from '../../engines/index.ts';
import { PairSink } from '../../engines/scalar/join/pair-sink.ts';

import { collapse, halvesOf, withPairs } from './candidates.ts';
import { byDistance } from './hit-order.ts';
import { checkedDistance } from './table-choice.ts';

export function linearPairs(fingerprints: BigUint64Array, options: IndexOptions): Candidates {
  const maxDistance = checkedDistance(options);
  const groups = collapse(fingerprints);
  const halves = halvesOf(groups.distinct);
  const sink = new PairSink();
  for (let i = 2; i < halves.length; i += 2) {
    const lo = halves[i];
    const hi = halves[i + 1];
    for (let j = 0; j < i; j += 2) {
      const distance = popcount(halves[j] ^ lo) + popcount(halves[j + 1] ^ hi);
      if (distance <= maxDistance) sink.push(j / 2, i / 2, distance);
    }
  }
  return withPairs(groups, sink.pairs);
}

/** Keeps 8 bytes a fingerprint, and a bit for those removed. */
export class LinearScan implements FingerprintIndex {
  readonly name = 'linear scan';
  size = 0;
  private readonly maxDistance: number;
  private readonly removed = new Set<number>();
  private halves = new Uint32Array(64);
  private added = 0;

  constructor(options: IndexOptions = {}) {
    this.maxDistance = checkedDistance(options);
  }

  add(fingerprint: bigint): number {
    if (2 * this.added === this.halves.length) {
      const larger = new Uint32Array(2 * this.halves.length);
      larger.set(this.halves);
      this.halves = larger;
    }
    this.halves[2 * this.added] = Number(fingerprint & 0xffffffffn);
    this.halves[2 * this.added + 1] = Number(fingerprint >> 32n);
    this.size++;
    return this.added++;
  }

  query(fingerprint: bigint): Hit[] {
    const lo = Number(fingerprint & 0xffffffffn);
    const hi = Number(fingerprint >> 32n);
    const hits: Hit[] = [];
    for (let position = 0; position < this.added; position++) {
      const distance =
        popcount(this.halves[2 * position] ^ lo) + popcount(this.halves[2 * position + 1] ^ hi);
      if (distance <= this.maxDistance && !this.removed.has(position)) hits.push({ position, distance });
    }
    return hits.sort(byDistance);
  }

  remove(position: number): boolean {
    const isThere = Number.isInteger(position) && position >= 0 && position < this.added;
    if (!isThere || this.removed.has(position)) return false;
    this.removed.add(position);
    this.size--;
    return true;
  }
}
