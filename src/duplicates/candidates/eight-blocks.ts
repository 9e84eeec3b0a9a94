/**
 * Eight blocks (paper D): the 64 bits are eight blocks of eight; fingerprints that differ in at most three bits share at least five
 * blocks, and only those that do are compared.
 *
 * The paper keeps a list for every block and value and counts which fingerprints are in at least five of the eight lists: a query goes
 * through a 32nd of all fingerprints. Four lists by two neighboring blocks each give the same candidates: a fingerprint that shares five of
 * eight blocks differs in at most three, so one of the four pairs of blocks is equal. A query then goes through a
 * 16,384th, and counts shared blocks without leaving two registers.
 *
 * Memory: 24 bytes a distinct fingerprint and 12 a position, up to twice that because arrays double, and 1 MB.
 */

import type { Candidates, FingerprintIndex, Hit, IndexOptions } from '../../duplicates.ts';
import { popcount } from '../../engines/index.ts';
import { PairSink } from '../../engines/scalar/join/pair-sink.ts';
import { badOption } from '../../errors.ts';
import { collapse, withPairs } from './candidates.ts';
import { byDistance } from './hit-order.ts';
import { grown, PositionLists } from './position-lists.ts';
import { checkedDistance } from './table-choice.ts';

/** With more differing bits than this, fewer than five blocks may be shared. */
const FARTHEST = 3;
const MOST_DIFFERING_BLOCKS = 3;
const PAIRS = 4;
const PAIR_VALUES = 1 << 16;
/** No fingerprint: numbers count from 1. */
const NONE = 0;

/** All pairs, found one fingerprint after the other, as the paper does. */
export function eightBlockPairs(fingerprints: BigUint64Array, options: IndexOptions): Candidates {
  const groups = collapse(fingerprints);
  const index = new EightBlocks(options);
  const sink = new PairSink();
  for (const [number, fingerprint] of groups.distinct.entries()) {
    for (const { position, distance } of index.query(fingerprint)) sink.push(position, number, distance);
    index.add(fingerprint);
  }
  return withPairs(groups, sink.pairs);
}

export class EightBlocks implements FingerprintIndex {
  readonly name = 'eight blocks of 8 bits, five of them equal';
  size = 0;
  /** Fingerprints that shared at least five blocks with a query and were compared, since the index was made. */
  compared = 0;
  private readonly maxDistance: number;
  private distinct = 0;
  private halves = new Uint32Array(2 * 65);
  private readonly positions = new PositionLists();
  /** The latest fingerprint of every pair of blocks and value, and the one before each in its four lists. */
  private readonly heads = new Uint32Array(PAIRS * PAIR_VALUES);
  private next = new Uint32Array(PAIRS * 65);

  constructor(options: IndexOptions = {}) {
    this.maxDistance = checkedDistance(options);
    if (this.maxDistance > FARTHEST) {
      throw badOption(
        'maxDistance',
        'an integer from 0 to 3',
        options.maxDistance,
        'Use PermutedTables for larger distances.',
      );
    }
  }

  /** Bytes of memory in use. */
  get memory(): number {
    const { halves, next, heads, positions } = this;
    return halves.byteLength + next.byteLength + heads.byteLength + positions.memory;
  }

  add(fingerprint: bigint): number {
    const lo = Number(fingerprint & 0xffffffffn);
    const hi = Number(fingerprint >> 32n);
    this.size++;
    return this.positions.add(this.numberOf(lo, hi) || this.insert(lo, hi));
  }

  /** @param most Stops when more hits than this are found; the answer is then any `most + 1` hits. */
  query(fingerprint: bigint, most = Number.POSITIVE_INFINITY): Hit[] {
    const lo = Number(fingerprint & 0xffffffffn);
    const hi = Number(fingerprint >> 32n);
    const { halves, next, heads } = this;
    const hits: Hit[] = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      for (
        let d = heads[pair * PAIR_VALUES + pairValue(lo, hi, pair)];
        d !== NONE;
        d = next[PAIRS * d + pair]
      ) {
        const xLo = halves[2 * d] ^ lo;
        const xHi = halves[2 * d + 1] ^ hi;
        if (differingBlocks(xLo) + differingBlocks(xHi) > MOST_DIFFERING_BLOCKS) continue;
        if (firstEqualPair(xLo, xHi) !== pair) continue;
        this.compared++;
        const distance = popcount(xLo) + popcount(xHi);
        if (distance <= this.maxDistance && this.positions.push(d, distance, hits, most)) return hits;
      }
    }
    return hits.sort(byDistance);
  }

  remove(position: number): boolean {
    if (!this.positions.remove(position)) return false;
    this.size--;
    return true;
  }

  private numberOf(lo: number, hi: number): number {
    const { halves, next } = this;
    let d = this.heads[pairValue(lo, hi, 0)];
    while (d !== NONE && (halves[2 * d] !== lo || halves[2 * d + 1] !== hi)) d = next[PAIRS * d];
    return d;
  }

  private insert(lo: number, hi: number): number {
    const d = ++this.distinct;
    if (2 * d === this.halves.length) {
      this.halves = grown(this.halves, 4 * d);
      this.next = grown(this.next, 2 * PAIRS * d);
    }
    this.halves[2 * d] = lo;
    this.halves[2 * d + 1] = hi;
    for (let pair = 0; pair < PAIRS; pair++) {
      const head = pair * PAIR_VALUES + pairValue(lo, hi, pair);
      this.next[PAIRS * d + pair] = this.heads[head];
      this.heads[head] = d;
    }
    return d;
  }
}

/** The value of two neighboring blocks. */
function pairValue(lo: number, hi: number, pair: number): number {
  return ((pair < 2 ? lo : hi) >>> ((pair & 1) << 4)) & 0xffff;
}

/** How many of four blocks are not zero. */
export function differingBlocks(x: number): number {
  // the highest bit of each block that is not zero
  return popcount((((x & 0x7f7f7f7f) + 0x7f7f7f7f) | x) & 0x80808080);
}

/** In which list two fingerprints with these differing bits meet first. */
function firstEqualPair(xLo: number, xHi: number): number {
  if ((xLo & 0xffff) === 0) return 0;
  if (xLo >>> 16 === 0) return 1;
  return (xHi & 0xffff) === 0 ? 2 : 3;
}
