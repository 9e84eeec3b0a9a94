/** Items that have a key in common: found, gathered, and each gathering kept once. */
import { growingU32 } from '../../corpus/index.ts';
import { randomSeed } from '../../engines/index.ts';
import { finish as mixBits } from '../../engines/scalar/mix.ts';
import type { Lists } from './buckets.ts';

/**
 * Which items may have a key in common with another: all that have, and a few more. Of most keys there is only one, and a bit is enough
 * to find that out.
 */
export class SharedKeys {
  private readonly mask: number;
  /** A bit for every place that a key fell on, and for every place that another fell on after it. */
  private readonly once: Uint32Array;
  private readonly twice: Uint32Array;
  private readonly found: Uint32Array;

  constructor(items: number) {
    const places = 2 ** Math.ceil(Math.log2(16 * items + 32));
    this.mask = places - 1;
    this.once = new Uint32Array(places / 32);
    this.twice = new Uint32Array(places / 32);
    this.found = new Uint32Array(items);
  }

  /** The items, ascending; the array is only lent. @param keys The key of every item. */
  of(keys: Uint32Array): Uint32Array {
    const { mask, once, twice, found } = this;
    once.fill(0);
    twice.fill(0);
    for (let item = 0; item < keys.length; item++) {
      const place = keys[item] & mask;
      const bit = 1 << (place & 31);
      const word = once[place >>> 5];
      if ((word & bit) === 0) once[place >>> 5] = word | bit;
      else twice[place >>> 5] |= bit;
    }
    let count = 0;
    for (let item = 0; item < keys.length; item++) {
      const place = keys[item] & mask;
      found[count] = item;
      count += (twice[place >>> 5] >>> (place & 31)) & 1;
    }
    return found.subarray(0, count);
  }
}

/** Items by a key of 32 bits, or of 64 in two halves, in a hash table. Where a key is there no input can know. */
export class KeyGroups {
  private readonly seed = randomSeed().low;
  /** 1 + the group at a slot. */
  private readonly slots: Uint32Array;
  private readonly keys: Uint32Array;
  private readonly highs: Uint32Array;
  private readonly sizes: Uint32Array;
  private readonly groupOf: Uint32Array;

  /** @param most Items that there are at most. @param isWide True if keys have 64 bits. */
  constructor(most: number, isWide: boolean) {
    this.slots = new Uint32Array(slotsFor(most));
    this.keys = new Uint32Array(most);
    this.highs = new Uint32Array(isWide ? most : 0);
    this.sizes = new Uint32Array(most);
    this.groupOf = new Uint32Array(most);
  }

  /**
   * Calls back with every group of at least two items, ascending; the array is only lent.
   * @param keys The key of every item, or its low half, if `highs` are given.
   */
  each(
    items: Uint32Array,
    keys: Uint32Array,
    highs: Uint32Array | undefined,
    visit: (members: Uint32Array) => void,
  ): void {
    const groups = this.gather(items, keys, highs);
    const { sizes, groupOf } = this;
    const ends = new Uint32Array(groups);
    let sum = 0;
    for (let group = 0; group < groups; group++) {
      ends[group] = sum;
      if (sizes[group] > 1) sum += sizes[group];
    }
    const members = new Uint32Array(sum);
    for (let i = 0; i < items.length; i++) {
      if (sizes[groupOf[i]] > 1) members[ends[groupOf[i]]++] = items[i];
    }
    let start = 0;
    for (let group = 0; group < groups; group++) {
      if (sizes[group] < 2) continue;
      visit(members.subarray(start, ends[group]));
      start = ends[group];
    }
  }

  /** Finds the group of every item. Returns how many groups there are. */
  private gather(items: Uint32Array, itemKeys: Uint32Array, itemHighs: Uint32Array | undefined): number {
    const { slots, keys, highs, sizes, groupOf, seed } = this;
    const mask = slotsFor(items.length) - 1;
    slots.fill(0, 0, mask + 1);
    let groups = 0;
    for (let i = 0; i < items.length; i++) {
      const key = itemKeys[items[i]];
      const high = itemHighs === undefined ? 0 : itemHighs[items[i]];
      let slot = mixBits(key ^ seed) & mask;
      for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
        const group = slots[slot] - 1;
        if (keys[group] === key && (itemHighs === undefined || highs[group] === high)) break;
      }
      if (slots[slot] === 0) {
        keys[groups] = key;
        highs[groups] = high;
        sizes[groups] = 0;
        slots[slot] = ++groups;
      }
      groupOf[i] = slots[slot] - 1;
      sizes[groupOf[i]]++;
    }
    return groups;
  }
}

function slotsFor(items: number): number {
  return 2 ** Math.ceil(Math.log2(2 * items + 2));
}

/** Buckets with their members; no two buckets have the same members. */
export class BucketList {
  private readonly starts = growingU32();
  private readonly members = growingU32();
  /** A checksum of every bucket's members, and 1 + the last bucket whose checksum has a place; for every bucket 1 + the one before. */
  private readonly checksums = growingU32();
  private places = new Uint32Array(1024);
  private readonly before = growingU32();

  constructor() {
    this.starts.push(0);
  }

  add(members: Uint32Array): void {
    const checksum = checksumOf(members);
    const { places } = this;
    const place = placeOf(checksum, places);
    for (let next = places[place]; next !== 0; next = this.before.get(next - 1)) {
      if (this.checksums.get(next - 1) === checksum && this.holds(next - 1, members)) return;
    }
    this.before.push(places[place]);
    this.checksums.push(checksum);
    places[place] = this.checksums.length;
    this.members.append(members);
    this.starts.push(this.members.length);
    if (this.checksums.length === places.length) this.grow();
  }

  lists(): Lists {
    return { starts: this.starts.view(), values: this.members.view() };
  }

  private holds(bucket: number, members: Uint32Array): boolean {
    const start = this.starts.get(bucket);
    if (this.starts.get(bucket + 1) - start !== members.length) return false;
    for (let i = 0; i < members.length; i++) if (this.members.get(start + i) !== members[i]) return false;
    return true;
  }

  private grow(): void {
    const places = new Uint32Array(2 * this.places.length);
    this.places = places;
    for (let bucket = 0; bucket < this.checksums.length; bucket++) {
      const place = placeOf(this.checksums.get(bucket), places);
      this.before.set(bucket, places[place]);
      places[place] = bucket + 1;
    }
  }
}

function checksumOf(members: Uint32Array): number {
  let checksum = members.length;
  for (let i = 0; i < members.length; i++) {
    checksum = ((Math.imul(checksum, 0x9e3779b1) ^ members[i]) + (checksum >>> 15)) | 0;
  }
  return checksum >>> 0;
}

function placeOf(checksum: number, places: Uint32Array): number {
  return (checksum ^ (checksum >>> 16)) & (places.length - 1);
}
