/**
 * One block of bzip2, up to 900 KB: run-length coded, sorted (Burrows-Wheeler), moved to front, and Huffman coded.
 */

import { DamagedData } from '../../platform/damaged-data.ts';
import type { BitReader } from './bit-reader.ts';

const MAX_CODE = 20;
const GROUP = 50;
const OUTPUT = 64 * 1024;

export class BlockDecoder {
  readonly #max: number;
  readonly #links: Uint32Array;

  constructor(max: number) {
    this.#max = max;
    this.#links = new Uint32Array(max);
  }

  /** Output shares memory, so it is valid only until the next part is requested. */
  *decode(bits: BitReader): Generator<Uint8Array> {
    if (bits.take(1) === 1) throw new DamagedData('bzip2 data of a version before 1.0');
    const origin = bits.take(24);
    const symbols = usedBytes(bits);
    const count = this.#readSymbols(bits, symbols);
    if (origin >= count) throw corrupt();
    yield* this.#sorted(origin, count);
  }

  /** Undoes Huffman codes and move-to-front. Leaves the bytes in the low eight bits of the links, and returns their number. */
  #readSymbols(bits: BitReader, symbols: Uint8Array): number {
    const size = symbols.length + 2;
    const tableCount = bits.take(3);
    const selectorCount = bits.take(15);
    if (tableCount < 2 || tableCount > 6 || selectorCount === 0) throw corrupt();
    const selectors = readSelectors(bits, selectorCount, tableCount);
    const tables = Array.from({ length: tableCount }, () => new Huffman(readLengths(bits, size)));
    const front = symbols.slice();
    const links = this.#links;
    let count = 0;
    let run = 0;
    let weight = 1;
    for (let i = 0; ; i++) {
      const group = (i / GROUP) | 0;
      if (group >= selectorCount) throw corrupt();
      const symbol = tables[selectors[group]].read(bits);
      if (symbol < 2) {
        // runs of the first byte are numbers of base two with digits 1 and 2
        run += weight << symbol;
        weight *= 2;
        if (run > this.#max) throw corrupt();
        continue;
      }
      if (run > 0) {
        if (count + run > this.#max) throw corrupt();
        links.fill(front[0], count, count + run);
        count += run;
        run = 0;
      }
      weight = 1;
      if (symbol === size - 1) return count;
      const byte = front[symbol - 1];
      front.copyWithin(1, 0, symbol - 1);
      front[0] = byte;
      if (count >= this.#max) throw corrupt();
      links[count++] = byte;
    }
  }

  /** Undoes the sorting, then the runs of four to 255 equal bytes. */
  *#sorted(origin: number, count: number): Generator<Uint8Array> {
    const links = this.#links;
    const starts = new Uint32Array(257);
    for (let i = 0; i < count; i++) starts[(links[i] & 0xff) + 1]++;
    for (let i = 1; i < 257; i++) starts[i] += starts[i - 1];
    for (let i = 0; i < count; i++) links[starts[links[i] & 0xff]++] |= i << 8;
    let output = new Uint8Array(OUTPUT);
    let length = 0;
    let last = -1;
    let equal = 0;
    let link = links[origin];
    for (let i = 0; i < count; i++) {
      link = links[link >>> 8];
      const byte = link & 0xff;
      const repeat = equal === 4 ? byte : 1;
      if (length + repeat > OUTPUT) {
        yield output.subarray(0, length);
        output = new Uint8Array(OUTPUT);
        length = 0;
      }
      if (equal === 4) {
        output.fill(last, length, length + repeat);
        equal = 0;
        last = -1;
      } else {
        equal = byte === last ? equal + 1 : 1;
        last = byte;
        output[length] = byte;
      }
      length += repeat;
    }
    yield output.subarray(0, length);
  }
}

function usedBytes(bits: BitReader): Uint8Array {
  const used: number[] = [];
  const groups = bits.take(16);
  for (let group = 0; group < 16; group++) {
    if (((groups >> (15 - group)) & 1) === 0) continue;
    const members = bits.take(16);
    for (let i = 0; i < 16; i++) if (((members >> (15 - i)) & 1) === 1) used.push(16 * group + i);
  }
  if (used.length === 0) throw corrupt();
  return Uint8Array.from(used);
}

/** Which table each group of 50 symbols uses, moved to front as well. */
function readSelectors(bits: BitReader, count: number, tables: number): Uint8Array {
  const front = Array.from({ length: tables }, (_, i) => i);
  return Uint8Array.from({ length: count }, () => {
    let place = 0;
    while (bits.take(1) === 1) if (++place >= tables) throw corrupt();
    const [table] = front.splice(place, 1);
    front.unshift(table);
    return table;
  });
}

function readLengths(bits: BitReader, size: number): Uint8Array {
  let length = bits.take(5);
  return Uint8Array.from({ length: size }, () => {
    for (;;) {
      if (length < 1 || length > MAX_CODE) throw corrupt();
      if (bits.take(1) === 0) return length;
      length += bits.take(1) === 0 ? 1 : -1;
    }
  });
}

/** Canonical codes: those of one length follow each other. */
class Huffman {
  readonly #symbols: Uint16Array;
  readonly #counts = new Uint16Array(MAX_CODE + 1);

  constructor(lengths: Uint8Array) {
    for (const length of lengths) this.#counts[length]++;
    const starts = new Uint16Array(MAX_CODE + 2);
    for (let length = 1; length <= MAX_CODE; length++)
      starts[length + 1] = starts[length] + this.#counts[length];
    this.#symbols = new Uint16Array(lengths.length);
    lengths.forEach((length, symbol) => {
      this.#symbols[starts[length]++] = symbol;
    });
  }

  read(bits: BitReader): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= MAX_CODE; length++) {
      code |= bits.take(1);
      const count = this.#counts[length];
      if (code - count < first) return this.#symbols[index + code - first];
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw corrupt();
  }
}

export function corrupt(): DamagedData {
  return new DamagedData('corrupt bzip2 data');
}
