/**
 * LZMA: literals and repeats of earlier bytes, coded by a range coder whose probabilities adapt. Names follow the
 * specification of the format. The history grows with the output, up to the size of the dictionary.
 */
import { DamagedData } from '../../platform/damaged-data.ts';

/** Output of one call is at most this, and never moves the history before it is copied. */
const MAX_CHUNK = 1 << 21;
const TOP = 1 << 24;
const HALF = 1024;
const MIN_MATCH = 2;

export class Lzma {
  readonly #dictionary: number;
  #history = new Uint8Array(1 << 16);
  #length = 0;
  /** Bytes since the dictionary was reset: earlier bytes may not be referred to. */
  #position = 0;
  #lc = 0;
  #lp = 0;
  #pb = 0;
  #ready = false;
  #state = 0;
  #reps = [0, 0, 0, 0];
  #literals = new Uint16Array(0);
  #isMatch = probabilities(12 << 4);
  #isRep = probabilities(12);
  #isRepG0 = probabilities(12);
  #isRepG1 = probabilities(12);
  #isRepG2 = probabilities(12);
  #isRep0Long = probabilities(12 << 4);
  #slots = probabilities(4 << 6);
  #special = probabilities(128);
  #align = probabilities(16);
  #matchLength = new LengthCoder();
  #repLength = new LengthCoder();
  #input: Uint8Array = new Uint8Array(0);
  #at = 0;
  #range = 0;
  #code = 0;

  constructor(dictionary: number) {
    this.#dictionary = Math.max(4096, dictionary);
  }

  /** Resets the dictionary. */
  forget(): void {
    this.#length = 0;
    this.#position = 0;
    this.#ready = false;
  }

  setProperties(byte: number): void {
    if (byte >= 9 * 5 * 5) throw corrupt();
    this.#lc = byte % 9;
    const rest = (byte - this.#lc) / 9;
    this.#lp = rest % 5;
    this.#pb = (rest - this.#lp) / 5;
    if (this.#lc + this.#lp > 4) throw corrupt();
    this.#ready = true;
    this.reset();
  }

  /** Resets state and probabilities. */
  reset(): void {
    if (!this.#ready) throw corrupt();
    this.#state = 0;
    this.#reps = [0, 0, 0, 0];
    this.#literals = probabilities(0x300 << (this.#lc + this.#lp));
    for (const table of [this.#isMatch, this.#isRep, this.#isRepG0, this.#isRepG1, this.#isRepG2])
      table.fill(HALF);
    for (const table of [this.#isRep0Long, this.#slots, this.#special, this.#align]) table.fill(HALF);
    this.#matchLength = new LengthCoder();
    this.#repLength = new LengthCoder();
  }

  /** Bytes that are not compressed. */
  copy(bytes: Uint8Array): Uint8Array {
    this.#makeRoom(bytes.length);
    this.#history.set(bytes, this.#length);
    this.#length += bytes.length;
    this.#position += bytes.length;
    return bytes;
  }

  decode(input: Uint8Array, output: number): Uint8Array {
    if (!this.#ready || input.length < 5 || input[0] !== 0) throw corrupt();
    this.#makeRoom(output);
    this.#input = input;
    this.#range = 0xffffffff;
    this.#code = ((input[1] << 24) | (input[2] << 16) | (input[3] << 8) | input[4]) >>> 0;
    this.#at = 5;
    const start = this.#length;
    const end = start + output;
    while (this.#length < end) this.#step(end);
    // repeats that continue in the next chunk do not occur in LZMA2
    if (this.#length !== end || this.#at > input.length) throw corrupt();
    return this.#history.slice(start, end);
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#history.length) return;
    const limit = this.#dictionary + MAX_CHUNK;
    if (needed > limit) {
      this.#history.copyWithin(0, this.#length - this.#dictionary, this.#length);
      this.#length = this.#dictionary;
      if (this.#length + bytes <= this.#history.length) return;
    }
    const larger = new Uint8Array(Math.min(limit, Math.max(2 * this.#history.length, this.#length + bytes)));
    larger.set(this.#history.subarray(0, this.#length));
    this.#history = larger;
  }

  #step(end: number): void {
    const state = this.#state;
    const posState = this.#position & ((1 << this.#pb) - 1);
    if (this.bit(this.#isMatch, (state << 4) + posState) === 0) {
      this.#literal();
      return;
    }
    const reps = this.#reps;
    if (this.bit(this.#isRep, state) === 0) {
      const length = this.#matchLength.read(this, posState);
      this.#reps = [this.#distance(length), reps[0], reps[1], reps[2]];
      this.#state = state < 7 ? 7 : 10;
      this.#repeat(length, end);
      return;
    }
    if (this.bit(this.#isRepG0, state) === 0) {
      if (this.bit(this.#isRep0Long, (state << 4) + posState) === 0) {
        this.#state = state < 7 ? 9 : 11;
        this.#repeat(1, end);
        return;
      }
    } else if (this.bit(this.#isRepG1, state) === 0) this.#reps = [reps[1], reps[0], reps[2], reps[3]];
    else if (this.bit(this.#isRepG2, state) === 0) this.#reps = [reps[2], reps[0], reps[1], reps[3]];
    else this.#reps = [reps[3], reps[0], reps[1], reps[2]];
    this.#state = state < 7 ? 8 : 11;
    this.#repeat(this.#repLength.read(this, posState), end);
  }

  #literal(): void {
    const state = this.#state;
    const before = this.#position === 0 ? 0 : this.#history[this.#length - 1];
    const context = ((this.#position & ((1 << this.#lp) - 1)) << this.#lc) + (before >> (8 - this.#lc));
    const base = 0x300 * context;
    let symbol = 1;
    if (state >= 7) {
      // after a repeat, the byte that would have followed is a hint
      let match = this.#history[this.#length - 1 - this.#checked(this.#reps[0])];
      while (symbol < 0x100) {
        const matchBit = (match >> 7) & 1;
        match <<= 1;
        const bit = this.bit(this.#literals, base + ((1 + matchBit) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (bit !== matchBit) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.bit(this.#literals, base + symbol);
    this.#history[this.#length++] = symbol & 0xff;
    this.#position++;
    this.#state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  #distance(length: number): number {
    const slot = bitTree(this, this.#slots, Math.min(length - MIN_MATCH, 3) << 6, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const high = (2 | (slot & 1)) << bits;
    if (slot < 14) return high + this.#reverseTree(this.#special, high - slot, bits);
    const middle = this.#direct(bits - 4) * 16;
    return (high >>> 0) + middle + this.#reverseTree(this.#align, 0, 4);
  }

  /** Raises if a distance reaches before the beginning. */
  #checked(distance: number): number {
    if (distance >= this.#position || distance >= this.#length) throw corrupt();
    return distance;
  }

  #repeat(length: number, end: number): void {
    let from = this.#length - 1 - this.#checked(this.#reps[0]);
    if (this.#length + length > end) throw corrupt();
    for (let i = 0; i < length; i++) this.#history[this.#length++] = this.#history[from++];
    this.#position += length;
  }

  /** One bit by a probability, which adapts. */
  bit(table: Uint16Array, index: number): 0 | 1 {
    const probability = table[index];
    const bound = (this.#range >>> 11) * probability;
    let bit: 0 | 1;
    if (this.#code < bound) {
      this.#range = bound;
      table[index] = probability + ((2048 - probability) >> 5);
      bit = 0;
    } else {
      this.#range -= bound;
      this.#code -= bound;
      table[index] = probability - (probability >> 5);
      bit = 1;
    }
    if (this.#range < TOP) this.#normalize();
    return bit;
  }

  #normalize(): void {
    if (this.#at >= this.#input.length) throw corrupt();
    this.#range = (this.#range << 8) >>> 0;
    this.#code = ((this.#code << 8) | this.#input[this.#at++]) >>> 0;
  }

  /** Bits of equal probability. */
  #direct(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) {
      this.#range >>>= 1;
      const bit = this.#code >= this.#range ? 1 : 0;
      if (bit === 1) this.#code -= this.#range;
      value = value * 2 + bit;
      if (this.#range < TOP) this.#normalize();
    }
    return value;
  }

  #reverseTree(table: Uint16Array, base: number, bits: number): number {
    let symbol = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(table, base + symbol);
      symbol = (symbol << 1) | bit;
      value |= bit << i;
    }
    return value;
  }
}

/** Lengths from 2 to 273: short ones by the place, long ones alike. */
class LengthCoder {
  readonly #choices = probabilities(2);
  readonly #low = probabilities(16 << 3);
  readonly #middle = probabilities(16 << 3);
  readonly #high = probabilities(256);

  read(lzma: Pick<Lzma, 'bit'>, posState: number): number {
    if (lzma.bit(this.#choices, 0) === 0) return MIN_MATCH + bitTree(lzma, this.#low, posState << 3, 3);
    if (lzma.bit(this.#choices, 1) === 0)
      return MIN_MATCH + 8 + bitTree(lzma, this.#middle, posState << 3, 3);
    return MIN_MATCH + 16 + bitTree(lzma, this.#high, 0, 8);
  }
}

function bitTree(lzma: Pick<Lzma, 'bit'>, table: Uint16Array, base: number, bits: number): number {
  let symbol = 1;
  for (let i = 0; i < bits; i++) symbol = (symbol << 1) | lzma.bit(table, base + symbol);
  return symbol - (1 << bits);
}

function probabilities(count: number): Uint16Array<ArrayBuffer> {
  return new Uint16Array(count).fill(HALF);
}

function corrupt(): DamagedData {
  return new DamagedData('corrupt xz data');
}
