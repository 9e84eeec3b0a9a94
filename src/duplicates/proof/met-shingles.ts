/**
 * The shingles of all texts so far, a bit for each: a text with few of these shingles has few in common with any earlier text,
 * and one lookup tells that for thousands of candidates. Two shingles may have the same bit, so the number is never too small.
 */
import { hash64 } from '../../engines/index.ts';

/** Bits for a byte of text: a shingle takes some 7 bytes, so one bit in 14 is set. */
const BITS_A_BYTE = 2;
const LEAST_BITS = 2 ** 16;
/** 8 MB. */
const MOST_BITS = 2 ** 26;

export class MetShingles {
  private readonly bits: Uint32Array;
  private readonly mask: number;
  private count = 0;

  /** @param bytes Of all texts together, about. */
  constructor(bytes: number) {
    const wanted = Math.min(MOST_BITS, Math.max(LEAST_BITS, BITS_A_BYTE * bytes));
    const size = 2 ** Math.ceil(Math.log2(wanted));
    this.bits = new Uint32Array(size / 32);
    this.mask = size - 1;
  }

  /** The filter is too full to tell new shingles from known ones. */
  get isFull(): boolean {
    return this.count > this.mask / 4;
  }

  /** The most of its shingles that texts before this one have. From now on its own count as met. */
  meet(hashes: Uint32Array): number {
    const { bits, mask } = this;
    let met = 0;
    for (let i = 0; i < hashes.length; i++) {
      const place = hashes[i] & mask;
      const word = bits[place >>> 5];
      met += (word >>> (place & 31)) & 1;
      bits[place >>> 5] = word | (1 << (place & 31));
    }
    this.count += hashes.length - met;
    return met;
  }
}

/** A hash of every shingle. @param values Distinct shingles, low half and high half of each. */
export function shingleHashes(values: Uint32Array, into = new Uint32Array(values.length / 2)): Uint32Array {
  for (let i = 0; i < values.length; i += 2) into[i / 2] = hash64(values[i], values[i + 1]);
  return into;
}
