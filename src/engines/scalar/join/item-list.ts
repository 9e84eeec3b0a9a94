/**
 * The fingerprints a join works on, as two halves and an id each. Ranges are partitioned in place, again and
 * again, and compared when they are small. Every move is stable, so of equal fingerprints the one with the smallest id
 * always comes first.
 */
import { hash64, popcount } from '../../hamming.ts';
import type { PairSink } from './pair-sink.ts';

export class ItemList {
  readonly lo: Uint32Array;
  readonly hi: Uint32Array;
  readonly id: Uint32Array;
  private readonly spareLo: Uint32Array;
  private readonly spareHi: Uint32Array;
  private readonly spareId: Uint32Array;
  private readonly forbidLo: number[] = [];
  private readonly forbidHi: number[] = [];

  constructor(
    capacity: number,
    private readonly maxDistance: number,
    private readonly sink: PairSink,
  ) {
    this.lo = new Uint32Array(capacity);
    this.hi = new Uint32Array(capacity);
    this.id = new Uint32Array(capacity);
    this.spareLo = new Uint32Array(capacity);
    this.spareHi = new Uint32Array(capacity);
    this.spareId = new Uint32Array(capacity);
  }

  /**
   * Bits in which pairs must differ from now on. A pair that agrees in several blocks could be found once
   * for each; it counts only on the path that takes the first block in which it agrees, having forbidden those before.
   */
  forbid(lo: number, hi: number): void {
    this.forbidLo.push(lo);
    this.forbidHi.push(hi);
  }

  get forbidden(): number {
    return this.forbidLo.length;
  }

  /** Back to `count` forbidden masks. */
  allow(count: number): void {
    this.forbidLo.length = count;
    this.forbidHi.length = count;
  }

  /** Sorts a range by `key`, one number per item of the range, below `ends.length`; `ends` becomes the end of each key. */
  partition(from: number, to: number, key: Uint16Array, ends: Uint32Array): void {
    const { lo, hi, id, spareLo, spareHi, spareId } = this;
    const n = to - from;
    ends.fill(0);
    for (let i = 0; i < n; i++) ends[key[i]]++;
    // one key for all: nothing moves
    if (ends[key[0]] === n) {
      ends.fill(from, 0, key[0]);
      ends.fill(to, key[0]);
      return;
    }
    let at = 0;
    for (let k = 0; k < ends.length; k++) {
      const count = ends[k];
      ends[k] = at;
      at += count;
    }
    for (let i = 0; i < n; i++) {
      const target = ends[key[i]]++;
      spareLo[target] = lo[from + i];
      spareHi[target] = hi[from + i];
      spareId[target] = id[from + i];
    }
    lo.set(spareLo.subarray(0, n), from);
    hi.set(spareHi.subarray(0, n), from);
    id.set(spareId.subarray(0, n), from);
    for (let k = 0; k < ends.length; k++) ends[k] += from;
  }

  /**
   * Compares all items of a range with each other; items equal to an earlier one are taken out as its duplicates.
   * Only pairs that agree in the bits `sameLo` and `sameHi` count; the others are found on another path.
   */
  compare(from: number, to: number, sameLo = 0, sameHi = 0): void {
    const { lo, hi, id, maxDistance, sink } = this;
    let kept = from;
    for (let i = from; i < to; i++) {
      const itemLo = lo[i];
      const itemHi = hi[i];
      const mark = sink.length;
      let first = -1;
      for (let j = from; j < kept; j++) {
        const xLo = lo[j] ^ itemLo;
        const xHi = hi[j] ^ itemHi;
        const distance = popcount(xLo) + popcount(xHi);
        if (distance > maxDistance) continue;
        if (distance === 0) {
          first = j;
          break;
        }
        if (((xLo & sameLo) | (xHi & sameHi)) === 0 && this.counts(xLo, xHi))
          sink.push(id[i], id[j], distance);
      }
      if (first >= 0) {
        // pairs found before are those of its twin
        sink.length = mark;
        this.duplicate(first, i);
      } else this.move(i, kept++);
    }
  }

  /** Takes the duplicates out of a range of any size and returns where the distinct items end. */
  collapse(from: number, to: number): number {
    const { lo, hi } = this;
    const mask = 2 ** Math.ceil(Math.log2(2 * (to - from) + 2)) - 1;
    const slots = new Int32Array(mask + 1).fill(-1);
    let kept = from;
    for (let i = from; i < to; i++) {
      let slot = hash64(lo[i], hi[i]) & mask;
      while (slots[slot] >= 0 && (lo[slots[slot]] !== lo[i] || hi[slots[slot]] !== hi[i]))
        slot = (slot + 1) & mask;
      if (slots[slot] >= 0) this.duplicate(slots[slot], i);
      else {
        slots[slot] = kept;
        this.move(i, kept++);
      }
    }
    return kept;
  }

  /** Equal items agree everywhere, so they are found on the path on which nothing is forbidden. */
  private duplicate(first: number, again: number): void {
    const { id } = this;
    if (this.forbidden === 0 && id[first] !== id[again]) this.sink.push(id[first], id[again], 0);
  }

  private counts(xLo: number, xHi: number): boolean {
    const { forbidLo, forbidHi } = this;
    for (let f = 0; f < forbidLo.length; f++)
      if (((xLo & forbidLo[f]) | (xHi & forbidHi[f])) === 0) return false;
    return true;
  }

  private move(from: number, to: number): void {
    this.lo[to] = this.lo[from];
    this.hi[to] = this.hi[from];
    this.id[to] = this.id[from];
  }
}
