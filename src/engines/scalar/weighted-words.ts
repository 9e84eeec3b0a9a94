/** The words of a canonical text as numbers: the two halves of its mixed hash, and its weight. */
import { CLASS_MASK, LetterClass } from '../layouts/letter-table.ts';
import { CHARACTER_WEIGHT, WORD_WEIGHT } from '../layouts/window-anchors.ts';
import { mixedHash } from '../mixed-hash.ts';
import { letterEntry } from './letters.ts';
import { decodeUtf8 } from './utf8.ts';

const SPACE = 0x20;
/** The first byte of a character from U+0800 on: no script without spaces comes before. */
const THREE_BYTES = 0xe0;

/** The arrays serve one text after the other. */
export class HashedWords {
  count = 0;
  /** Where the last word ends. */
  bytes = 0;
  low = new Uint32Array(1024);
  high = new Uint32Array(1024);
  weights = new Uint8Array(1024);
  private readonly entries: Uint32Array;

  /** @param table The letter table. */
  constructor(private readonly table: Uint8Array) {
    this.entries = new Uint32Array(table.buffer, table.byteOffset, table.byteLength >>> 2);
  }

  /** Takes the words of a text, up to `most` of them, in place of those before. */
  read(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): this {
    // every word but the last takes two bytes
    this.reserve(Math.min(most, (bytes.length >>> 1) + 1));
    const { low, high, weights } = this;
    const hash = new Uint32Array(2);
    let count = 0;
    let at = 0;
    while (at < bytes.length && count < most) {
      const start = at;
      while (at < bytes.length && bytes[at] !== SPACE) at++;
      mixedHash(bytes, start, at, hash);
      [low[count], high[count]] = hash;
      weights[count] = bytes[start] < THREE_BYTES ? WORD_WEIGHT : this.weightAt(bytes, start);
      count++;
      at++;
    }
    this.count = count;
    this.bytes = Math.max(0, at - 1);
    return this;
  }

  private weightAt(bytes: Uint8Array, at: number): number {
    const code = decodeUtf8(bytes, at, bytes.length);
    const isUnspaced =
      code >= 0 && (letterEntry(this.table, this.entries, 0, code) & CLASS_MASK) === LetterClass.unspaced;
    return isUnspaced ? CHARACTER_WEIGHT : WORD_WEIGHT;
  }

  private reserve(words: number): void {
    if (words <= this.low.length) return;
    const length = Math.max(words, 2 * this.low.length);
    this.low = new Uint32Array(length);
    this.high = new Uint32Array(length);
    this.weights = new Uint8Array(length);
  }
}

/** Spreads every bit over all 32 (the end of MurmurHash3). */
export function mixed(hash: number): number {
  let value = hash;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
