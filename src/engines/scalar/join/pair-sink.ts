/** Pairs as they are found: three numbers each, in an array that grows. */

/** Numbers per pair: the two ids, the smaller first, and the distance. */
export const PAIR_WORDS = 3;

export class PairSink {
  private words = new Uint32Array(1 << 12);
  /** Pairs held. Set it back to forget the latest. */
  length = 0;

  /** All pairs, `PAIR_WORDS` numbers each. */
  get pairs(): Uint32Array {
    return this.words.subarray(0, PAIR_WORDS * this.length);
  }

  push(a: number, b: number, distance: number): void {
    let at = PAIR_WORDS * this.length++;
    if (at + PAIR_WORDS > this.words.length) this.grow();
    this.words[at++] = Math.min(a, b);
    this.words[at++] = Math.max(a, b);
    this.words[at] = distance;
  }

  private grow(): void {
    const larger = new Uint32Array(2 * this.words.length);
    larger.set(this.words);
    this.words = larger;
  }
}
