/** The words of a canonical text as numbers: two hashes of each, and its weight. The arrays serve one text after the other. */
import { letterTable } from '../../canonicalize/index.ts';
import { CLASS_MASK, LetterClass } from '../../engines/layouts/letter-table.ts';
import { letterEntry } from '../../engines/scalar/letters.ts';

/** The weight of a word, and of a character of a script without spaces: 80 such characters weigh as much as 50 words. */
export const WORD_WEIGHT = 8;
const CHARACTER_WEIGHT = 5;

const SPACE = 0x20;
/** The first byte of a character from U+0800 on: no script without spaces comes before. */
const THREE_BYTES = 0xe0;
const FOUR_BYTES = 0xf0;

export class HashedWords {
  count = 0;
  /** Two hashes of each word, independent of each other. */
  low = new Uint32Array(1024);
  high = new Uint32Array(1024);
  weights = new Uint8Array(1024);
  private readonly table = letterTable();
  private readonly entries = new Uint32Array(
    this.table.buffer,
    this.table.byteOffset,
    this.table.byteLength >>> 2,
  );

  /** Takes the words of a text, in place of those before. */
  read(bytes: Uint8Array): this {
    this.count = 0;
    if (bytes.length === 0) return this;
    // every word but the last takes two bytes
    this.reserve((bytes.length >>> 1) + 2);
    const { low, high, weights } = this;
    let count = 0;
    let start = 0;
    let [a, b] = [LOW_SEED, HIGH_SEED];
    for (let at = 0; at <= bytes.length; at++) {
      const byte = at === bytes.length ? SPACE : bytes[at];
      if (byte !== SPACE) {
        a = Math.imul(a ^ byte, LOW_FACTOR);
        b = Math.imul((b << 5) ^ (b >>> 27) ^ byte, HIGH_FACTOR);
        continue;
      }
      low[count] = mixed(a);
      high[count] = mixed(b ^ (at - start));
      weights[count] = bytes[start] < THREE_BYTES ? WORD_WEIGHT : this.weightAt(bytes, start);
      count++;
      start = at + 1;
      [a, b] = [LOW_SEED, HIGH_SEED];
    }
    this.count = count;
    return this;
  }

  private weightAt(bytes: Uint8Array, at: number): number {
    const code =
      bytes[at] < FOUR_BYTES
        ? ((bytes[at] & 15) << 12) | ((bytes[at + 1] & 63) << 6) | (bytes[at + 2] & 63)
        : ((bytes[at] & 7) << 18) |
          ((bytes[at + 1] & 63) << 12) |
          ((bytes[at + 2] & 63) << 6) |
          (bytes[at + 3] & 63);
    const kind = letterEntry(this.table, this.entries, 0, code) & CLASS_MASK;
    return kind === LetterClass.unspaced ? CHARACTER_WEIGHT : WORD_WEIGHT;
  }

  private reserve(words: number): void {
    if (words <= this.low.length) return;
    const length = Math.max(words, 2 * this.low.length);
    this.low = new Uint32Array(length);
    this.high = new Uint32Array(length);
    this.weights = new Uint8Array(length);
  }
}

const LOW_SEED = 0x811c9dc5;
const LOW_FACTOR = 0x01000193;
const HIGH_SEED = 0x9747b28c;
const HIGH_FACTOR = 0x5bd1e995;

/** Spreads every bit over all 32 (the end of MurmurHash3). */
export function mixed(hash: number): number {
  let value = hash;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
