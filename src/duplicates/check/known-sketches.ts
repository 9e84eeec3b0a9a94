/**
 * The sketches of stored texts that were met in a crowd, by the hashes of the texts: documents move from table to table, and their texts stay
 * the same. Nothing is held of other texts. Memory: 8 MB, and some 70 bytes a sketch, 18 MB at most; then they are forgotten and made again.
 */

import { hash64, randomSeed } from '../../engines/index.ts';
import { Sketches } from '../proof/sketch.ts';

/** Numbers of a hash. */
export const HASH_WORDS = 4;

export class KnownSketches {
  /** The most sketches. */
  static readonly most = 2 ** 18;
  /** By the place of a text; those that are not made yet have no size. */
  sketches = new Sketches(0, 0);
  /** Where a hash is no input can know. */
  private readonly seed = randomSeed().low;
  /** 1 + the place at a slot; at most half of the slots are used. */
  private slots = new Uint32Array(2);
  private hashes = new Uint32Array(0);
  private count = 0;
  /** Texts that there is room for. */
  private room = 0;

  /** Makes room for so many texts, before their places are asked for. */
  reserve(texts: number): void {
    if (this.count + texts > KnownSketches.most || this.sketches.isFull) this.count = 0;
    const least = Math.min(KnownSketches.most, this.count + texts);
    if (this.count > 0 && least <= this.room) return;
    this.room = 2 ** Math.ceil(Math.log2(least + 1));
    const { hashes } = this;
    if (this.count === 0) this.sketches = new Sketches(this.room, Number.POSITIVE_INFINITY);
    else this.sketches.grow(this.room);
    this.hashes = new Uint32Array(HASH_WORDS * this.room);
    this.slots = new Uint32Array(2 * this.room);
    this.hashes.set(hashes.subarray(0, HASH_WORDS * this.count));
    for (let place = 0; place < this.count; place++)
      this.slots[this.slotOf(this.hashes, HASH_WORDS * place)] = place + 1;
  }

  /** The place of the text whose hash is at `at`. */
  placeOf(hash: Uint32Array, at: number): number {
    const slot = this.slotOf(hash, at);
    if (this.slots[slot] === 0) {
      this.hashes.set(hash.subarray(at, at + HASH_WORDS), HASH_WORDS * this.count);
      this.slots[slot] = ++this.count;
    }
    return this.slots[slot] - 1;
  }

  private slotOf(hash: Uint32Array, at: number): number {
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    let slot = hash64(hash[at] ^ this.seed, hash[at + 1]) & mask;
    while (slots[slot] !== 0 && !isSameHash(hashes, HASH_WORDS * (slots[slot] - 1), hash, at))
      slot = (slot + 1) & mask;
    return slot;
  }
}

/** Whether the hash of a text is the same at two places. */
export function isSameHash(a: Uint32Array, atA: number, b: Uint32Array, atB: number): boolean {
  for (let i = 0; i < HASH_WORDS; i++) if (a[atA + i] !== b[atB + i]) return false;
  return true;
}
