/** The distinct words of a document with their numbers of occurrences, by 64-bit hash given as two halves. */
export class WordCounts {
  /** Distinct words so far; word i has the halves `lo[i]` and `hi[i]` and occurred `counts[i]` times. */
  length = 0;
  lo = new Uint32Array(1024);
  hi = new Uint32Array(1024);
  counts = new Uint32Array(1024);
  /** Open addressing: number + 1 of the word in this slot, 0 = free. */
  private slots = new Uint32Array(2048);

  clear(): void {
    this.length = 0;
    this.slots.fill(0);
  }

  add(lo: number, hi: number): void {
    lo >>>= 0;
    hi >>>= 0;
    const mask = this.slots.length - 1;
    let slot = (lo ^ (hi >>> 7)) & mask;
    for (; this.slots[slot] !== 0; slot = (slot + 1) & mask) {
      const word = this.slots[slot] - 1;
      if (this.lo[word] === lo && this.hi[word] === hi) {
        this.counts[word]++;
        return;
      }
    }
    if (this.length === this.lo.length) this.grow();
    this.lo[this.length] = lo;
    this.hi[this.length] = hi;
    this.counts[this.length] = 1;
    this.length++;
    this.slots[slot] = this.length;
    if (2 * this.length > this.slots.length) this.rehash();
  }

  private grow(): void {
    for (const name of ['lo', 'hi', 'counts'] as const) {
      const larger = new Uint32Array(2 * this[name].length);
      larger.set(this[name]);
      this[name] = larger;
    }
  }

  private rehash(): void {
    const mask = 2 * this.slots.length - 1;
    this.slots = new Uint32Array(mask + 1);
    for (let word = 0; word < this.length; word++) {
      let slot = (this.lo[word] ^ (this.hi[word] >>> 7)) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = word + 1;
    }
  }
}
