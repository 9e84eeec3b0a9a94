/** The ids of a corpus, packed as UTF-8, with a hash table over them that tells when an id comes twice. */
import { growingNumbers } from './growing.ts';

const CHUNK = 1 << 20;
/** Larger than any chunk, so that chunk and offset make one number. */
const SPAN = 2 ** 32;

export class IdTable {
  private readonly chunks: Buffer[] = [];
  private used = 0;
  /** Where every id stands, chunk * SPAN + offset: four bytes of length, then the id. */
  private readonly starts = growingNumbers();
  /** Open addressing: number + 1 of the id in this slot, 0 = free. */
  private slots = new Uint32Array(2048);

  get length(): number {
    return this.starts.length;
  }

  /** Takes the next id. Returns the number of an equal id that was there before, or -1. */
  add(given: string): number {
    // lone surrogates have no UTF-8: what is stored must be what is compared
    const id = given.toWellFormed();
    const earlier = this.find(id);
    if (earlier !== -1) return earlier;
    if (2 * this.length >= this.slots.length) this.rehash();
    this.slots[this.freeSlot(id)] = this.length + 1;
    this.store(id);
    return -1;
  }

  /** The number of an id, or -1. */
  find(given: string): number {
    const id = given.toWellFormed();
    const mask = this.slots.length - 1;
    for (let slot = hash(id) & mask; this.slots[slot] !== 0; slot = (slot + 1) & mask) {
      if (this.get(this.slots[slot] - 1) === id) return this.slots[slot] - 1;
    }
    return -1;
  }

  get(number: number): string {
    const start = this.starts.get(number);
    const chunk = this.chunks[Math.floor(start / SPAN)];
    const at = start % SPAN;
    return chunk.toString('utf8', at + 4, at + 4 + chunk.readUInt32LE(at));
  }

  private store(id: string): void {
    const bytes = Buffer.byteLength(id);
    if (this.used + 4 + bytes > (this.chunks.at(-1)?.length ?? 0)) {
      this.chunks.push(Buffer.allocUnsafe(Math.max(CHUNK, 4 + bytes)));
      this.used = 0;
    }
    const chunk = this.chunks[this.chunks.length - 1];
    this.starts.push((this.chunks.length - 1) * SPAN + this.used);
    chunk.writeUInt32LE(bytes, this.used);
    chunk.write(id, this.used + 4);
    this.used += 4 + bytes;
  }

  private freeSlot(id: string): number {
    const mask = this.slots.length - 1;
    let slot = hash(id) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    return slot;
  }

  private rehash(): void {
    this.slots = new Uint32Array(2 * this.slots.length);
    for (let number = 0; number < this.length; number++) {
      this.slots[this.freeSlot(this.get(number))] = number + 1;
    }
  }
}

/** FNV-1a over UTF-16 units, with a finish that spreads the low bits. */
function hash(id: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) h = Math.imul(h ^ id.charCodeAt(i), 0x01000193);
  return h ^ (h >>> 15);
}
