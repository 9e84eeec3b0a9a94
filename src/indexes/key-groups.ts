/** Items that have a key in common, gathered; and gatherings of items, each kept once. */
import { growingU32 } from '../corpus.ts';
import type { Lists } from './buckets.ts';

/** Items by a 32-bit key, in a hash table. */
export class KeyGroups {
  private readonly mask: number;
  /** 1 + the group at a slot. */
  private readonly slots: Uint32Array;
  private readonly keys: Uint32Array;
  private readonly sizes: Uint32Array;
  private readonly groupOf: Uint32Array;
  private groups = 0;

  constructor(private readonly items: number) {
    this.mask = 2 ** Math.ceil(Math.log2(2 * items + 2)) - 1;
    this.slots = new Uint32Array(this.mask + 1);
    this.keys = new Uint32Array(items);
    this.sizes = new Uint32Array(items);
    this.groupOf = new Uint32Array(items);
  }

  clear(): void {
    this.slots.fill(0);
    this.groups = 0;
  }

  add(item: number, key: number): void {
    let slot = key & this.mask;
    while (this.slots[slot] !== 0 && this.keys[this.slots[slot] - 1] !== key) slot = (slot + 1) & this.mask;
    if (this.slots[slot] === 0) {
      this.keys[this.groups] = key;
      this.sizes[this.groups] = 0;
      this.slots[slot] = ++this.groups;
    }
    const group = this.slots[slot] - 1;
    this.groupOf[item] = group;
    this.sizes[group]++;
  }

  /** Calls back with every group of at least two items, ascending; the array is only lent. */
  each(visit: (members: Uint32Array) => void): void {
    const ends = new Uint32Array(this.groups);
    let sum = 0;
    for (let group = 0; group < this.groups; group++) {
      ends[group] = sum;
      if (this.sizes[group] > 1) sum += this.sizes[group];
    }
    const members = new Uint32Array(sum);
    for (let item = 0; item < this.items; item++) {
      const group = this.groupOf[item];
      if (this.sizes[group] > 1) members[ends[group]++] = item;
    }
    let start = 0;
    for (let group = 0; group < this.groups; group++) {
      if (this.sizes[group] < 2) continue;
      visit(members.subarray(start, ends[group]));
      start = ends[group];
    }
  }
}

/** Buckets with their members, no two of them with the same. */
export class BucketList {
  private readonly starts = growingU32();
  private readonly members = growingU32();
  /** The last bucket with this checksum of its members, and for every bucket 1 + the one before. */
  private readonly last = new Map<number, number>();
  private readonly before = growingU32();

  constructor() {
    this.starts.push(0);
  }

  add(members: Uint32Array): void {
    let checksum = members.length;
    for (const member of members) checksum = (Math.imul(checksum, 0x9e3779b1) ^ member) + (checksum >>> 15);
    const known = this.last.get(checksum) ?? -1;
    for (let bucket = known; bucket !== -1; bucket = this.before.get(bucket) - 1) {
      if (this.holds(bucket, members)) return;
    }
    this.last.set(checksum, this.before.length);
    this.before.push(known + 1);
    this.members.append(members);
    this.starts.push(this.members.length);
  }

  lists(): Lists {
    return { starts: this.starts.view(), values: this.members.view() };
  }

  private holds(bucket: number, members: Uint32Array): boolean {
    const start = this.starts.get(bucket);
    if (this.starts.get(bucket + 1) - start !== members.length) return false;
    return members.every((member, i) => member === this.members.get(start + i));
  }
}
