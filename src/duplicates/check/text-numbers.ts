/** Texts by number: two have the same number if they have the same hash, which cannot be forged. */
import { hash64, randomSeed } from '../../engines/index.ts';

/** Numbers of a hash. */
export const HASH_WORDS = 4;

export class TextNumbers {
  count = 0;
  /** Where a hash is no input can know. */
  private readonly seed = randomSeed().low;
  /** 1 + the number at a slot; at most half of the slots are used. */
  private slots = new Uint32Array(16);
  private hashes = new Uint32Array(8 * HASH_WORDS);

  /** The number of the text whose hash is at `at`: the next one, if it has none yet. */
  of(hash: Uint32Array, at: number): number {
    const known = this.find(hash, at);
    if (known !== -1) return known;
    if (2 * this.count === this.slots.length) this.grow();
    const number = this.count++;
    for (let i = 0; i < HASH_WORDS; i++) this.hashes[HASH_WORDS * number + i] = hash[at + i];
    this.slots[this.slotOf(hash, at)] = number + 1;
    return number;
  }

  /** The number of the text whose hash is at `at`; -1 if it has none. */
  find(hash: Uint32Array, at: number): number {
    return this.slots[this.slotOf(hash, at)] - 1;
  }

  clear(): void {
    this.count = 0;
    this.slots.fill(0);
  }

  private grow(): void {
    const { hashes } = this;
    this.slots = new Uint32Array(2 * this.slots.length);
    this.hashes = new Uint32Array(2 * hashes.length);
    this.hashes.set(hashes);
    for (let number = 0; number < this.count; number++)
      this.slots[this.slotOf(hashes, HASH_WORDS * number)] = number + 1;
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
