/**
 * Sketches: 256 bits of a text, which say whether two texts may resemble each other enough, long before their shingles are compared.
 * Where many texts share a footer, each has hundreds of candidates; nearly all of them fail here.
 *
 * The shingles of a text are divided among 256 bins by a hash. A bin keeps one bit of its least hash; an empty bin takes the hash of the next
 * one that is not (one permutation hashing: Li, Owen, Zhang 2012; Shrivastava, Li 2014; one bit of each: Li, König 2010). Two texts of
 * resemblance s agree in a bit with probability (1 + s) / 2.
 */
import { hash64, popcount } from '../../engines/index.ts';

const BITS = 256;
const SKETCH_WORDS = BITS / 32;
/** Standard deviations below what texts at the threshold agree in: 3 of 100,000 such pairs are lost, and bands lose 100. */
const DEVIATIONS = 4;
/** Above every hash: a bin without shingles. */
const NONE = 2 ** 32;

/** A text with more candidates than this compares sketches first. Fewer are compared as quickly as a sketch is made. */
export const CROWD = 64;

/** Sketches as a job returns them. */
export interface SketchColumns {
  readonly words: Uint32Array;
  /** The distinct shingles of every text; 0 as long as its sketch is not known. */
  readonly sizes: Uint32Array;
}

/** The sketches of texts that are known by number. */
export class Sketches implements SketchColumns {
  readonly words: Uint32Array;
  readonly sizes: Uint32Array;
  private readonly least = new Float64Array(BITS);

  constructor(texts: number) {
    this.words = new Uint32Array(SKETCH_WORDS * texts);
    this.sizes = new Uint32Array(texts);
  }

  has(text: number): boolean {
    return this.sizes[text] !== 0;
  }

  /** Takes a text. @param values Its distinct shingles, low half and high half of each. */
  take(text: number, values: Uint32Array): void {
    const { least, words } = this;
    least.fill(NONE);
    for (let i = 0; i < values.length; i += 2) {
      const hash = hash64(values[i], values[i + 1]);
      if (hash < least[hash >>> 24]) least[hash >>> 24] = hash;
    }
    let next = least.find((hash) => hash !== NONE) ?? 0;
    for (let bin = BITS - 1; bin >= 0; bin--) {
      if (least[bin] !== NONE) next = least[bin];
      // neighbors that take one hash take different bits of it
      words[SKETCH_WORDS * text + (bin >>> 5)] |= ((next >>> (bin & 15)) & 1) << (bin & 31);
    }
    this.sizes[text] = values.length / 2;
  }

  /** Adds sketches that were made elsewhere, of texts from number `first` on. */
  put(first: number, { words, sizes }: SketchColumns): void {
    this.words.set(words, SKETCH_WORDS * first);
    this.sizes.set(sizes, first);
  }

  /** Adds one sketch that was made elsewhere, and has number `from` there. */
  putOne(text: number, { words, sizes }: SketchColumns, from: number): void {
    const at = SKETCH_WORDS * from;
    this.put(text, { words: words.subarray(at, at + SKETCH_WORDS), sizes: sizes.subarray(from, from + 1) });
  }

  /** In how many bits a text may differ from one that resembles it enough. */
  limitOf(text: number, threshold: number): number {
    // that one has at least this share of its shingles
    return mostDiffering(threshold * this.sizes[text], threshold);
  }

  /** False if the sketches of two texts, which are known, differ in more bits. */
  isWithin(limit: number, a: number, b: number): boolean {
    const { words } = this;
    let differing = 0;
    for (let i = 0; i < SKETCH_WORDS && differing <= limit; i++) {
      differing += popcount(words[SKETCH_WORDS * a + i] ^ words[SKETCH_WORDS * b + i]);
    }
    return differing <= limit;
  }
}

/** Bits in which the sketches of two texts at the threshold differ at most. @param size Distinct shingles of the smaller one. */
function mostDiffering(size: number, threshold: number): number {
  // bins that take the hash of another one say nothing new
  const independent = Math.min(BITS, size / 2);
  const share = (1 - threshold) / 2;
  const deviation = Math.sqrt((share * (1 - share)) / independent);
  return Math.ceil(BITS * (share + DEVIATIONS * deviation));
}
