/** The ids of a corpus, packed as UTF-8, with a hash table that finds an id that is already there. */
import { randomSeed, type Seed } from '../engines/index.ts';
import { idHash } from '../engines/scalar/id-hash.ts';
import { utf8Text, writeUtf8 } from '../platform/bytes.ts';

/** Bytes of the first chunk and of the largest ones. A table may be made for one id only. */
const FIRST_CHUNK = 1 << 10;
const CHUNK = 1 << 20;
/** Ids that a new table has room for. */
const FIRST_IDS = 64;
/** Larger than any chunk, so that chunk and offset make one number. */
const SPAN = 2 ** 32;
/** Up to this many bytes a loop copies faster than a call. */
const SHORT = 48;

export class IdTable {
  private count = 0;
  private readonly chunks: Uint8Array[] = [];
  private chunk = new Uint8Array(0);
  private used = 0;
  /**
   * Open addressing: a slot is two numbers, 1 + the number of the id in it (0 = free) and the id's hash, side by side in
   * one cache line. At most half of the slots are used.
   */
  private slots = new Uint32Array(4 * FIRST_IDS);
  /** Position (chunk * SPAN + offset) and number of bytes of every id. */
  private starts = new Float64Array(FIRST_IDS);
  private lengths = new Uint32Array(FIRST_IDS);
  private encoded = new Uint8Array(256);

  /** @param seed Of the hashes: whose ids meet in the table is different in every run. */
  constructor(readonly seed: Seed = randomSeed()) {}

  get length(): number {
    return this.count;
  }

  /** Adds the next id. If it is already there, returns the number that it has and adds nothing; else returns -1. */
  add(id: string): number {
    const length = this.encode(id);
    return this.addBytes(this.encoded, 0, length);
  }

  /** `add` for an id that is in memory as UTF-8, from `start` up to `end`. */
  addBytes(bytes: Uint8Array, start: number, end: number): number {
    this.reserve(1);
    const hash = idHash(bytes, start, end, this.seed);
    const slot = this.slotOf(hash, bytes, start, end);
    if (this.slots[slot] !== 0) return this.slots[slot] - 1;
    this.enter(slot, hash, this.store(bytes, start, end), end - start);
    return -1;
  }

  /**
   * Adds ids that follow each other in memory. Calls `other` in their turn for those that are empty or already there.
   *
   * @param bytes With id i at `[at + offsets[i], at + offsets[i + 1])`.
   * @param hashes The `idHash` of each, with the seed of this table.
   */
  addRun(
    bytes: Uint8Array,
    at: number,
    offsets: Uint32Array,
    hashes: Uint32Array,
    other: (i: number) => void,
  ): void {
    const count = hashes.length;
    this.reserve(count);
    // all at once; the bytes of ids that are left to `other` are not used
    const place = this.store(bytes, at + offsets[0], at + offsets[count]);
    const homes = this.homesOf(hashes);
    for (let i = 0; i < count; i++) {
      const start = at + offsets[i];
      const end = at + offsets[i + 1];
      const home = homeOf(hashes[i], this.slots);
      const isFree = homes[i] === 0 && this.slots[home] === 0;
      const slot = isFree ? home : this.slotOf(hashes[i], bytes, start, end);
      if (start === end || this.slots[slot] !== 0) other(i);
      else this.enter(slot, hashes[i], place + offsets[i] - offsets[0], end - start);
    }
  }

  /** The number of an id, or -1. */
  find(id: string): number {
    const length = this.encode(id);
    const hash = idHash(this.encoded, 0, length, this.seed);
    return this.slots[this.slotOf(hash, this.encoded, 0, length)] - 1;
  }

  get(number: number): string {
    const start = this.starts[number];
    const from = start % SPAN;
    return utf8Text(this.chunks[Math.floor(start / SPAN)], from, from + this.lengths[number]);
  }

  /** Bytes of an id. */
  byteLength(number: number): number {
    return this.lengths[number];
  }

  /** Writes an id as UTF-8. Returns where it ends. */
  copy(number: number, target: Uint8Array, at: number): number {
    const start = this.starts[number];
    const chunk = Math.floor(start / SPAN);
    // the remainder of such large numbers is slow
    const from = start - chunk * SPAN;
    const length = this.lengths[number];
    copyBytes(this.chunks[chunk], from, from + length, target, at);
    return at + length;
  }

  /** Makes sure that `more` ids can be added without growing again. */
  reserve(more: number): void {
    let size = this.slots.length;
    while (4 * (this.count + more) > size) size *= 2;
    if (size > this.slots.length) this.grow(size);
  }

  private encode(id: string): number {
    if (3 * id.length > this.encoded.length) this.encoded = new Uint8Array(6 * id.length);
    return writeUtf8(id, this.encoded, 0, this.encoded.length);
  }

  /** The contents of these hashes' first slots, which are scattered over memory: reading them together hides the latency. */
  private homesOf(hashes: Uint32Array): Uint32Array {
    const { slots } = this;
    const homes = new Uint32Array(hashes.length);
    for (let i = 0; i < hashes.length; i++) {
      const home = homeOf(hashes[i], slots);
      homes[i] = slots[home];
      // written back as it is: fresh memory that is first only read costs a second page fault when it is written
      slots[home] = homes[i];
    }
    return homes;
  }

  /** The slot of these bytes, or the free slot that they belong in. */
  private slotOf(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const { slots } = this;
    let slot = homeOf(hash, slots);
    for (; slots[slot] !== 0; slot = after(slot, slots)) {
      if (slots[slot + 1] === hash && this.equals(slots[slot] - 1, bytes, start, end)) break;
    }
    return slot;
  }

  private equals(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (this.lengths[number] !== end - start) return false;
    const place = this.starts[number];
    const chunk = this.chunks[Math.floor(place / SPAN)];
    const at = place % SPAN;
    for (let i = start; i < end; i++) if (chunk[at + i - start] !== bytes[i]) return false;
    return true;
  }

  private enter(slot: number, hash: number, place: number, length: number): void {
    const number = this.count++;
    this.slots[slot] = number + 1;
    this.slots[slot + 1] = hash;
    this.lengths[number] = length;
    this.starts[number] = place;
  }

  private store(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    if (this.chunks.length === 0 || this.used + length > this.chunk.length) {
      const size = Math.min(CHUNK, Math.max(FIRST_CHUNK, 2 * this.chunk.length));
      this.chunk = new Uint8Array(Math.max(size, length));
      this.chunks.push(this.chunk);
      this.used = 0;
    }
    copyBytes(bytes, start, end, this.chunk, this.used);
    const place = (this.chunks.length - 1) * SPAN + this.used;
    this.used += length;
    return place;
  }

  private grow(size: number): void {
    const before = this.slots;
    const slots = new Uint32Array(size);
    this.slots = slots;
    this.starts = enlarged(this.starts, new Float64Array(size / 4));
    this.lengths = enlarged(this.lengths, new Uint32Array(size / 4));
    for (let old = 0; old < before.length; old += 2) {
      if (before[old] === 0) continue;
      let slot = homeOf(before[old + 1], slots);
      while (slots[slot] !== 0) slot = after(slot, slots);
      slots[slot] = before[old];
      slots[slot + 1] = before[old + 1];
    }
  }
}

/** The place of a hash's first slot. */
function homeOf(hash: number, slots: Uint32Array): number {
  return (hash << 1) & (slots.length - 1);
}

/** The place of the slot after this one. */
function after(slot: number, slots: Uint32Array): number {
  return (slot + 2) & (slots.length - 1);
}

function enlarged<A extends Float64Array | Uint32Array>(small: A, large: A): A {
  large.set(small);
  return large;
}

function copyBytes(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): void {
  if (end - start > SHORT) to.set(from.subarray(start, end), at);
  else for (let i = start; i < end; i++) to[at + i - start] = from[i];
}
