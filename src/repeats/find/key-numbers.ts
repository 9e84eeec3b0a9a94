/** Numbers keys of 64 bits from 0 on, in the order in which each is first met. */

const EMPTY = 0;

export class KeyNumbers {
  size = 0;
  private low = new Uint32Array(1024);
  private high = new Uint32Array(1024);
  /** The number of a key plus one, or 0. */
  private slots = new Uint32Array(4096);

  /** The number of a key, which may be new: then it is `size - 1`. */
  numberOf(low: number, high: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = (low ^ (high >>> 7)) & mask;
    for (; slots[slot] !== EMPTY; slot = (slot + 1) & mask) {
      const number = slots[slot] - 1;
      if (this.low[number] === low && this.high[number] === high) return number;
    }
    return this.add(slot, low, high);
  }

  /** The number of a key that may have been met; undefined for others. */
  find(low: number, high: number): number | undefined {
    const { slots } = this;
    const mask = slots.length - 1;
    for (let slot = (low ^ (high >>> 7)) & mask; slots[slot] !== EMPTY; slot = (slot + 1) & mask) {
      const number = slots[slot] - 1;
      if (this.low[number] === low && this.high[number] === high) return number;
    }
    return undefined;
  }

  private add(slot: number, low: number, high: number): number {
    const number = this.size++;
    if (number === this.low.length) {
      this.low = doubled(this.low);
      this.high = doubled(this.high);
    }
    this.low[number] = low;
    this.high[number] = high;
    this.slots[slot] = number + 1;
    if (2 * this.size > this.slots.length) this.grow();
    return number;
  }

  private grow(): void {
    this.slots = new Uint32Array(2 * this.slots.length);
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.size; number++) {
      let slot = (this.low[number] ^ (this.high[number] >>> 7)) & mask;
      while (this.slots[slot] !== EMPTY) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }
}

/** The same numbers with room for as many more. */
export function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}
