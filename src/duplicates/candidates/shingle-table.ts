/** Which texts have which shingles: a table that takes the shingles of one text after the other and makes buckets. */
import { growingU32 } from '../../corpus/index.ts';
import type { Buckets } from '../../duplicates.ts';
import type { Lists } from './buckets.ts';

export class ShingleTable {
  /** A slot holds 1 + the number of a shingle; numbers are given as shingles come. */
  private slots = new Uint32Array(1 << 12);
  private readonly halves = growingU32();
  /** How many texts look for a shingle, or are posted with it, by its number. */
  private readonly uses = growingU32();
  private readonly looks: TextLists;
  private posts: TextLists | undefined;

  constructor(private readonly texts: number) {
    this.looks = new TextLists(texts);
  }

  /** The next text looks for these shingles, and is posted with them as long as no `post` says otherwise. */
  look(shingles: BigUint64Array): void {
    const halves = new Uint32Array(shingles.buffer, shingles.byteOffset, 2 * shingles.length);
    for (let i = 0; i < halves.length; i += 2) {
      const number = this.find(halves[i], halves[i + 1], true);
      this.looks.values.push(number);
      this.uses.set(number, this.uses.get(number) + 1);
    }
    this.looks.endText();
  }

  /** The next text, counted from the first again, has these shingles. Shingles that no text looks for are ignored. */
  post(shingles: BigUint64Array): void {
    if (this.posts === undefined) {
      this.posts = new TextLists(this.texts);
      // a text that looks for a shingle has it, so it will be posted with it
      for (let number = 0; number < this.uses.length; number++) this.uses.set(number, 0);
    }
    const halves = new Uint32Array(shingles.buffer, shingles.byteOffset, 2 * shingles.length);
    for (let i = 0; i < halves.length; i += 2) {
      const number = this.find(halves[i], halves[i + 1], false);
      if (number === -1) continue;
      this.posts.values.push(number);
      this.uses.set(number, this.uses.get(number) + 1);
    }
    this.posts.endText();
  }

  /** A bucket for every shingle that brings at least two texts together. */
  buckets(): Buckets {
    const numbers = new Uint32Array(this.uses.length);
    let count = 0;
    for (let i = 0; i < numbers.length; i++) if (this.uses.get(i) > 1) numbers[i] = ++count;
    const looks = this.looks.renumbered(numbers);
    const posts = this.posts === undefined ? looks : this.posts.renumbered(numbers);
    return {
      count,
      lookStarts: looks.starts,
      looks: looks.values,
      postStarts: posts.starts,
      posts: posts.values,
    };
  }

  /** The number of a shingle, or -1. */
  private find(low: number, high: number, add: boolean): number {
    const mask = this.slots.length - 1;
    let slot = high & mask;
    for (; this.slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = this.slots[slot] - 1;
      if (this.halves.get(2 * number) === low && this.halves.get(2 * number + 1) === high) return number;
    }
    if (!add) return -1;
    this.slots[slot] = this.uses.length + 1;
    this.halves.push(low);
    this.halves.push(high);
    this.uses.push(0);
    if (2 * this.uses.length > this.slots.length) this.grow();
    return this.uses.length - 1;
  }

  private grow(): void {
    this.slots = new Uint32Array(2 * this.slots.length);
    const mask = this.slots.length - 1;
    for (let number = 0; number < this.uses.length; number++) {
      let slot = this.halves.get(2 * number + 1) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = number + 1;
    }
  }
}

/** A list of numbers for every text. */
class TextLists {
  readonly values = growingU32();
  private readonly starts: Uint32Array;
  private ended = 0;

  constructor(texts: number) {
    this.starts = new Uint32Array(texts + 1);
  }

  endText(): void {
    this.starts[++this.ended] = this.values.length;
  }

  /** With other numbers, less one, and without those that have none. */
  renumbered(numbers: Uint32Array): Lists {
    const from = this.values.view();
    const starts = new Uint32Array(this.starts.length);
    const values = new Uint32Array(from.length);
    let count = 0;
    for (let text = 0; text + 1 < starts.length; text++) {
      for (let at = this.starts[text]; at < this.starts[text + 1]; at++) {
        const number = numbers[from[at]];
        if (number > 0) values[count++] = number - 1;
      }
      starts[text + 1] = count;
    }
    return { starts, values: values.slice(0, count) };
  }
}
