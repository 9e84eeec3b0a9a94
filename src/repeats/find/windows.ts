/**
 * The windows of a text: from every word on, the shortest run that weighs as much as `least` words. In scripts that put spaces between words
 * that is `least` words. Equal windows have equal words, so windows of all texts can be grouped by a key of their words.
 */
import { type HashedWords, WORD_WEIGHT } from './hashed-words.ts';

/** Window w has the words [w, ends[w]). */
export class Windows {
  count = 0;
  ends = new Uint32Array(1024);

  constructor(private readonly least: number) {}

  /** Finds the windows of a text, in place of those before. */
  of(words: HashedWords): this {
    const { weights, count } = words;
    if (count > this.ends.length) this.ends = new Uint32Array(2 * count);
    const { ends } = this;
    const wanted = WORD_WEIGHT * this.least;
    let weight = 0;
    let end = 0;
    let found = 0;
    for (; found < count; found++) {
      while (weight < wanted && end < count) weight += weights[end++];
      if (weight < wanted) break;
      ends[found] = end;
      weight -= weights[found];
    }
    this.count = found;
    return this;
  }
}

/** The keys are numbers below this prime: as the digits of a number in some base, no periodic text has equal keys for different windows. */
const PRIME = 0x7fffffff;
const BASES = [0x2f0b4c47, 0x51ed270b] as const;

/** Keys of windows: two numbers below 2^31 each, rolled from one window to the next. */
export class WindowKeys {
  low = 0;
  high = 0;
  private readonly powers: readonly [number[], number[]] = [[1], [1]];
  private from = 0;
  private to = 0;

  /** Begins with a run of words. */
  begin(words: HashedWords, from: number, to: number): void {
    this.low = 0;
    this.high = 0;
    this.from = from;
    this.to = from;
    this.extend(words, to);
  }

  /** Goes on to the window that begins one word later. */
  next(words: HashedWords, to: number): void {
    const length = this.to - this.from - 1;
    this.low = minus(this.low, timesPower(reduced(words.low[this.from]), this.powers[0], BASES[0], length));
    this.high = minus(
      this.high,
      timesPower(reduced(words.high[this.from]), this.powers[1], BASES[1], length),
    );
    this.from++;
    this.extend(words, to);
  }

  private extend(words: HashedWords, to: number): void {
    for (; this.to < to; this.to++) {
      this.low = reduced(times(this.low, BASES[0]) + words.low[this.to]);
      this.high = reduced(times(this.high, BASES[1]) + words.high[this.to]);
    }
  }
}

function timesPower(value: number, powers: number[], base: number, exponent: number): number {
  while (powers.length <= exponent) powers.push(times(powers.at(-1)!, base));
  return times(value, powers[exponent]);
}

/** a · b modulo the prime: b in halves, so that every product is exact. */
function times(a: number, b: number): number {
  const high = reduced(a * (b >>> 16));
  return reduced(high * 0x10000 + a * (b & 0xffff));
}

/** Modulo 2^31 - 1, for numbers below 2^53: the bits above the first 31 count as much as those below. */
function reduced(value: number): number {
  const above = Math.floor(value / 0x80000000);
  const sum = above + (value - above * 0x80000000);
  return sum >= PRIME ? sum - PRIME : sum;
}

function minus(a: number, b: number): number {
  return a >= b ? a - b : a - b + PRIME;
}
