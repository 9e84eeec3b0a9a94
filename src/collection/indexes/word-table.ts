/** The different words of texts, with numbers in the order in which they first came. */
const FIRST_WORDS = 1 << 12;
const FIRST_BYTES = 1 << 16;

export class WordTable {
  /** Open addressing: a slot is 1 + the number of the word in it (0 = free), and its hash. At most half of the slots are used. */
  private slots = new Uint32Array(4 * FIRST_WORDS);
  /** The words follow each other in `bytes`; word n begins at starts[n]. */
  private bytes = new Uint8Array(FIRST_BYTES);
  private starts = new Uint32Array(FIRST_WORDS + 1);
  length = 0;
  /** Which words meet in the table is different in every run, so that no text can choose them. */
  private readonly seed = Math.floor(Math.random() * 2 ** 32);

  /** Calls `each` with the number of every word of a text; bytes up to `lastSeparator` are between words. */
  addText(text: Uint8Array, lastSeparator: number, each: (number: number) => void): void {
    const { length } = text;
    let hash = this.seed;
    let start = 0;
    for (let at = 0; at < length; at++) {
      const byte = text[at];
      if (byte > lastSeparator) hash = Math.imul(hash ^ byte, 0x01000193);
      else {
        if (at > start) each(this.add(text, start, at, hash));
        start = at + 1;
        hash = this.seed;
      }
    }
    if (length > start) each(this.add(text, start, length, hash));
  }

  /** The bytes of a word. Valid until the next one is added. */
  get(number: number): Uint8Array {
    return this.bytes.subarray(this.starts[number], this.starts[number + 1]);
  }

  private add(text: Uint8Array, start: number, end: number, hashed: number): number {
    const hash = (hashed ^ (hashed >>> 15)) >>> 0;
    const { slots, bytes, starts } = this;
    const mask = slots.length - 1;
    let slot = (hash << 1) & mask;
    for (; slots[slot] !== 0; slot = (slot + 2) & mask) {
      if (slots[slot + 1] !== hash) continue;
      const number = slots[slot] - 1;
      const from = starts[number];
      if (starts[number + 1] - from !== end - start) continue;
      let at = start;
      while (at < end && text[at] === bytes[from + at - start]) at++;
      if (at === end) return number;
    }
    return this.enter(slot, hash, text, start, end);
  }

  private enter(slot: number, hash: number, text: Uint8Array, start: number, end: number): number {
    const number = this.length++;
    this.slots[slot] = number + 1;
    this.slots[slot + 1] = hash;
    const place = this.starts[number];
    const longer = place + end - start;
    if (longer > this.bytes.length) this.bytes = enlarged(this.bytes, new Uint8Array(2 * longer));
    this.bytes.set(text.subarray(start, end), place);
    this.starts[number + 1] = longer;
    if (4 * this.length >= this.slots.length) this.grow();
    return number;
  }

  private grow(): void {
    const before = this.slots;
    const slots = new Uint32Array(2 * before.length);
    const mask = slots.length - 1;
    for (let old = 0; old < before.length; old += 2) {
      if (before[old] === 0) continue;
      let slot = (before[old + 1] << 1) & mask;
      while (slots[slot] !== 0) slot = (slot + 2) & mask;
      slots[slot] = before[old];
      slots[slot + 1] = before[old + 1];
    }
    this.slots = slots;
    this.starts = enlarged(this.starts, new Uint32Array(slots.length / 4 + 1));
  }
}

function enlarged<A extends Uint8Array | Uint32Array>(small: A, large: A): A {
  large.set(small);
  return large;
}
