/** A set of 64-bit values, given as two 32-bit halves: open addressing, and emptied without touching the table. */
export class HashSet {
  private slots = 1024;
  private size = 0;
  private generation = 0;
  /** A slot is in use if it has the number of the current generation. */
  private stamps = new Uint32Array(this.slots);
  private values = new Uint32Array(2 * this.slots);

  clear(): void {
    this.size = 0;
    this.generation++;
    if (this.generation === 2 ** 32) {
      this.stamps.fill(0);
      this.generation = 1;
    }
  }

  /** Whether the value is new. */
  add(lo: number, hi: number): boolean {
    const { values, stamps, slots } = this;
    lo >>>= 0;
    hi >>>= 0;
    let slot = Math.imul(lo ^ Math.imul(hi, 0x9e3779b1), 0x85ebca6b) >>> 0;
    for (slot = (slot ^ (slot >>> 15)) & (slots - 1); stamps[slot] === this.generation; ) {
      if (values[2 * slot] === lo && values[2 * slot + 1] === hi) return false;
      slot = (slot + 1) & (slots - 1);
    }
    stamps[slot] = this.generation;
    values[2 * slot] = lo;
    values[2 * slot + 1] = hi;
    this.size++;
    if (2 * this.size > slots) this.grow();
    return true;
  }

  private grow(): void {
    const { values, stamps, slots, generation } = this;
    this.slots = 2 * slots;
    this.size = 0;
    this.generation = 1;
    this.stamps = new Uint32Array(this.slots);
    this.values = new Uint32Array(2 * this.slots);
    for (let slot = 0; slot < slots; slot++) {
      if (stamps[slot] === generation) this.add(values[2 * slot], values[2 * slot + 1]);
    }
  }
}
