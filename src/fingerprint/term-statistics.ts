/**
 * Term statistics of a collection: in how many documents a term occurs, and the weight that follows from it. The table has 2^20 places by
 * the highest bits of a term's hash, so its size is fixed, tables of parts of a collection can be added up, and no words need to be
 * kept; rare terms that share a place with a frequent one weigh less than they should.
 */

export const TERM_SLOTS = 1 << 20;
/** A weight is 8 times the binary logarithm of how rare a term is. */
const WEIGHT_SCALE = 8;
/** Weights of counts below this are computed once. */
const MOST_KNOWN = 1 << 16;

export class TermStatistics {
  /** Documents that have a term of this place; u32[TERM_SLOTS]. */
  readonly counts: Uint32Array;
  documents: number;
  /** The last weights, and the number of documents they were computed for. */
  private weighed: { readonly weights: Uint8Array; readonly documents: number } | undefined;

  constructor(counts: Uint32Array = new Uint32Array(TERM_SLOTS), documents = 0) {
    this.counts = counts;
    this.documents = documents;
  }

  /** Adds the counts of more documents. */
  add(counts: Uint32Array, documents: number): void {
    for (let slot = 0; slot < TERM_SLOTS; slot++) this.counts[slot] += counts[slot];
    this.documents += documents;
    this.weighed = undefined;
  }

  /** The weight of every place, 1 to 255: 8 log2((documents + 1) / count), a term never seen counting as seen once. */
  weights(): Uint8Array {
    const { documents } = this;
    if (this.weighed?.documents !== documents) this.weighed = { weights: this.computeWeights(), documents };
    return this.weighed.weights;
  }

  private computeWeights(): Uint8Array {
    const weights = new Uint8Array(TERM_SLOTS);
    // most counts are small; 0: not computed yet
    const known = new Uint8Array(Math.min(this.documents + 2, MOST_KNOWN));
    for (let slot = 0; slot < TERM_SLOTS; slot++) {
      const count = Math.min(this.documents + 1, Math.max(1, this.counts[slot]));
      if (count >= known.length) weights[slot] = this.weightOf(count);
      else {
        if (known[count] === 0) known[count] = this.weightOf(count);
        weights[slot] = known[count];
      }
    }
    return weights;
  }

  private weightOf(count: number): number {
    const rarity = log2((this.documents + 1) / count);
    return Math.min(255, Math.max(1, Math.round(WEIGHT_SCALE * rarity)));
  }
}

/** The binary logarithm with 8 fractional bits. It uses division and multiplication only, which are the same everywhere. */
export function log2(x: number): number {
  let whole = 0;
  for (; x >= 2; x /= 2) whole++;
  let fraction = 0;
  for (let bit = 0.5; bit >= 1 / 256; bit /= 2) {
    x *= x;
    if (x >= 2) {
      fraction += bit;
      x /= 2;
    }
  }
  return whole + fraction;
}
