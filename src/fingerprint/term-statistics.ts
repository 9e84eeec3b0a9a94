/**
 * Term statistics of a collection: in how many documents a term occurs, and the weight that follows from it. The table has 2^20 places by
 * the highest bits of a term's hash, so its size is fixed, tables of parts of a collection can be added up, and no words need to be
 * kept; rare terms that share a place with a frequent one weigh less than they should.
 */

export const TERM_SLOTS = 1 << 20;
/** A weight is 8 times the binary logarithm of how rare a term is. */
const WEIGHT_SCALE = 8;

export class TermStatistics {
  /** Documents that have a term of this place; u32[TERM_SLOTS]. */
  readonly counts: Uint32Array;
  documents: number;
  /** The weights that were made last, and of how many documents. */
  private made: { readonly documents: number; readonly weights: Uint8Array } | undefined;

  constructor(counts: Uint32Array = new Uint32Array(TERM_SLOTS), documents = 0) {
    this.counts = counts;
    this.documents = documents;
  }

  /** Adds the counts of more documents. */
  add(counts: Uint32Array, documents: number): void {
    for (let slot = 0; slot < TERM_SLOTS; slot++) this.counts[slot] += counts[slot];
    this.documents += documents;
    this.made = undefined;
  }

  /** The weight of every place, 1 to 255: 8 log2((documents + 1) / count), a term never seen counting as seen once. They are made once. */
  weights(): Uint8Array {
    if (this.made?.documents === this.documents) return this.made.weights;
    const weights = new Uint8Array(TERM_SLOTS);
    const known = new Map<number, number>();
    for (let slot = 0; slot < TERM_SLOTS; slot++) {
      const count = Math.min(this.documents + 1, Math.max(1, this.counts[slot]));
      let weight = known.get(count);
      if (weight === undefined) {
        const rarity = log2((this.documents + 1) / count);
        weight = Math.min(255, Math.max(1, Math.round(WEIGHT_SCALE * rarity)));
        known.set(count, weight);
      }
      weights[slot] = weight;
    }
    this.made = { documents: this.documents, weights };
    return weights;
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
