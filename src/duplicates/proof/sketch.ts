/**
 * Sketches say whether two texts may resemble each other enough, long before their shingles are compared. If many texts share a footer, each
 * has hundreds of candidates, and nearly all fail here.
 *
 * First, the number of shingles that texts before it have (`met-shingles.ts`): of two texts, the later one has no more in common with the
 * earlier one. This loses nothing, and one number tells it of a thousand candidates. Then 256 bits, for texts whose other parts are made of common phrases: shingles are divided among 256 bins
 * by a hash. A bin keeps one bit of its least hash; an empty bin takes the hash of the next one that is not (one permutation hashing: Li, Owen,
 * Zhang 2012; Shrivastava, Li 2014; one bit of each: Li, König 2010). Two texts of resemblance s agree in a bit with probability (1 + s) / 2.
 */
import { popcount } from '../../engines/index.ts';
import { resemblanceOf } from './evidence.ts';
import { MetShingles } from './met-shingles.ts';

const BITS = 256;
const SKETCH_WORDS = BITS / 32;
/** Standard deviations below the mean agreement of texts at the threshold: loses 3 of 100,000 such pairs; bands lose 100. */
const DEVIATIONS = 4;
/** A bin without shingles. A shingle with this hash counts as none. */
const NONE = 2 ** 32 - 1;

/** The sketches of texts that are known by number. */
export class Sketches {
  /** The filter is too full: sketches of further texts say little. */
  get isFull(): boolean {
    return this.met.isFull;
  }
  private words: Uint32Array;
  /** The distinct shingles of every text; 0 as long as its sketch is not known. */
  private sizes: Uint32Array;
  /** The most of these shingles that earlier texts have. */
  private shared: Uint32Array;
  /** The order in which texts were taken. */
  private turns: Uint32Array;
  private turn = 0;
  private readonly met: MetShingles;
  private readonly least = new Uint32Array(BITS);

  /** @param bytes Of all texts together, about. */
  constructor(texts: number, bytes: number) {
    this.words = new Uint32Array(SKETCH_WORDS * texts);
    this.sizes = new Uint32Array(texts);
    this.shared = new Uint32Array(texts);
    this.turns = new Uint32Array(texts);
    this.met = new MetShingles(bytes);
  }

  has(text: number): boolean {
    return this.sizes[text] !== 0;
  }

  /** Makes room for texts with higher numbers. */
  grow(texts: number): void {
    this.words = grown(this.words, SKETCH_WORDS * texts);
    this.sizes = grown(this.sizes, texts);
    this.shared = grown(this.shared, texts);
    this.turns = grown(this.turns, texts);
  }

  /** Takes a text. @param hashes Of its distinct shingles. */
  take(text: number, hashes: Uint32Array): void {
    this.meet(text, hashes);
    this.draw(text, hashes);
  }

  /** The first half of `take`: counts the shingles that earlier texts have. It is enough for a text that is alone. */
  meet(text: number, hashes: Uint32Array): void {
    this.note(text, hashes.length, this.met.meet(hashes));
  }

  /** The same, if another counted them. */
  note(text: number, size: number, shared: number): void {
    this.sizes[text] = size;
    this.shared[text] = shared;
    this.turns[text] = ++this.turn;
  }

  /** True if no text that was taken before this one can resemble it. This loses nothing. */
  isAlone(text: number, threshold: number): boolean {
    // at the most, all of a smaller text is in it
    return resemblanceOf(this.sizes[text], this.shared[text], this.shared[text]) < threshold;
  }

  /** The second half of `take`: its bits. */
  draw(text: number, hashes: Uint32Array): void {
    const { least, words } = this;
    least.fill(NONE);
    for (let i = 0; i < hashes.length; i++) {
      const hash = hashes[i];
      if (hash < least[hash >>> 24]) least[hash >>> 24] = hash;
    }
    let next = 0;
    while (next < BITS - 1 && least[next] === NONE) next++;
    next = least[next];
    for (let at = SKETCH_WORDS - 1, bin = BITS - 1; at >= 0; at--) {
      let word = 0;
      for (let bit = 31; bit >= 0; bit--, bin--) {
        if (least[bin] !== NONE) next = least[bin];
        // neighboring bins that share a hash take different bits
        word |= ((next >>> (bit & 15)) & 1) << bit;
      }
      words[SKETCH_WORDS * text + at] = word;
    }
  }

  /** A test of whether another known text may resemble this one: false if it cannot. */
  likely(text: number, threshold: number): (other: number) => boolean {
    const { sizes } = this;
    // one that resembles it enough has at least this share of its shingles
    const limit = mostDiffering(threshold * sizes[text], threshold);
    return (other) => {
      // the same text is known once, and what came before it says nothing of this
      if (other === text) return true;
      const common = this.mostCommon(text, other);
      if (resemblanceOf(sizes[text], sizes[other], common) < threshold) return false;
      return this.isWithin(limit, text, other);
    };
  }

  /** Shingles that two texts have in common at most. */
  private mostCommon(a: number, b: number): number {
    const later = this.turns[a] > this.turns[b] ? a : b;
    return Math.min(this.shared[later], this.sizes[a], this.sizes[b]);
  }

  /** False if the sketches of two texts differ in more bits. */
  private isWithin(limit: number, a: number, b: number): boolean {
    const { words } = this;
    let differing = 0;
    for (let i = 0; i < SKETCH_WORDS && differing <= limit; i++) {
      differing += popcount(words[SKETCH_WORDS * a + i] ^ words[SKETCH_WORDS * b + i]);
    }
    return differing <= limit;
  }
}

function grown(numbers: Uint32Array, length: number): Uint32Array {
  const larger = new Uint32Array(length);
  larger.set(numbers);
  return larger;
}

/** Bits in which the sketches of two texts at the threshold differ at most. @param size Distinct shingles of the smaller one. */
function mostDiffering(size: number, threshold: number): number {
  // bins that take the hash of another one say nothing new
  const independent = Math.min(BITS, size / 2);
  const share = (1 - threshold) / 2;
  const deviation = Math.sqrt((share * (1 - share)) / independent);
  return Math.ceil(BITS * (share + DEVIATIONS * deviation));
}
