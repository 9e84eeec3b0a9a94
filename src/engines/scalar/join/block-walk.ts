/**
 * All permuted tables at once (Manku, Jain, Das Sarma 2007), as a tree: tables whose keys begin with the same blocks share
 * the sorting by these blocks, and a range is compared as soon as it is small, however short its key still is.
 */
import { blockStart, halfMask, stepStart } from './blocks.ts';
import { heavyRun } from './heavy-run.ts';
import type { ItemList } from './item-list.ts';

/** Up to this many items are compared with each other, even if part of the key is left. */
const COMPARE_ALL_MAX = 32;

export class BlockWalk {
  private readonly keys: Uint16Array;
  private readonly lowMasks: number[] = [];
  private readonly highMasks: number[] = [];
  private readonly ends: Uint32Array[] = [];
  private depth = 0;

  /** Walks over at most `capacity` items, cut into `blocks` blocks. */
  constructor(
    private readonly items: ItemList,
    capacity: number,
    private readonly maxDistance: number,
    private readonly blocks: number,
  ) {
    this.keys = new Uint16Array(capacity);
    for (let block = 0; block < blocks; block++) {
      this.lowMasks.push(halfMask(this.start(block), this.start(block + 1), 0));
      this.highMasks.push(halfMask(this.start(block), this.start(block + 1), 1));
    }
  }

  /**
   * Finds the pairs of `[from, to)` that agree in block `first` and in no block before it. Of this block the
   * bits from `end` on agree already.
   */
  pairs(from: number, to: number, first: number, end = this.start(first + 1)): void {
    for (let block = 0; block < first; block++) this.forbid(block);
    this.descend(from, to, first, end);
    this.items.allow(0);
  }

  private descend(from: number, to: number, block: number, end: number): void {
    const start = this.start(block);
    if (to - from < 2) return;
    if (to - from <= COMPARE_ALL_MAX)
      this.items.compare(from, to, this.lowMasks[block], this.highMasks[block]);
    else if (end === start) this.nextBlock(from, to, block);
    else this.partitionBlock(from, to, block, stepStart(start, end), end);
  }

  /** Sorts by the bits `[shift, end)` of a block and continues with each run that agrees in them. */
  private partitionBlock(from: number, to: number, block: number, shift: number, end: number): void {
    const { items, keys } = this;
    const half = shift < 32 ? items.lo : items.hi;
    const mask = 2 ** (end - shift) - 1;
    const low = shift & 31;
    for (let i = from; i < to; i++) keys[i - from] = (half[i] >>> low) & mask;
    this.ends[this.depth] ??= new Uint32Array(256);
    const ends = this.ends[this.depth].subarray(0, mask + 1);
    items.partition(from, to, keys, ends);
    this.depth++;
    let at = from;
    for (const next of ends) {
      if (next - at > 1) this.descend(at, next, block, shift);
      at = next;
    }
    this.depth--;
  }

  /** Block `block` agrees: either that is the whole key, or each of the next blocks may be the next that agrees. */
  private nextBlock(from: number, to: number, block: number): void {
    const { items, blocks, maxDistance } = this;
    const forbidden = items.forbidden;
    const agreed = block + 1 - forbidden;
    if (agreed === blocks - maxDistance) {
      heavyRun(items, from, items.collapse(from, to), maxDistance);
      return;
    }
    for (let next = block + 1; items.forbidden <= maxDistance; next++) {
      this.descend(from, to, next, this.start(next + 1));
      this.forbid(next);
    }
    items.allow(forbidden);
  }

  private forbid(block: number): void {
    this.items.forbid(this.lowMasks[block], this.highMasks[block]);
  }

  private start(block: number): number {
    return blockStart(block, this.blocks);
  }
}
