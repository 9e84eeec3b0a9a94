/**
 * bzip2: blocks of up to 900 KB, each sorted (Burrows-Wheeler), moved to front, run-length and Huffman coded. One block is
 * decoded at a time; every block and every stream has its checksum.
 */
import { DamagedData } from './damaged-data.ts';

/** Any number of streams, one after the other. */
export async function* bunzip2(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const bits = new Bits(chunks[Symbol.asyncIterator]());
  try {
    let streams = 0;
    for (; await bits.more(); streams++) {
      // bytes after a whole stream that do not begin a stream are padding
      if (bits.take(24) !== STREAM && streams > 0) return;
      const level = bits.take(8) - 0x30;
      if (!(level >= 1 && level <= 9)) throw corrupt();
      yield* blocksOf(bits, 100_000 * level);
    }
  } catch (error) {
    throw error instanceof RangeError ? new DamagedData('truncated bzip2 data') : error;
  } finally {
    await bits.close();
  }
}

/** `BZh` */
const STREAM = 0x425a68;
/** The digits of pi, and of its root, begin a block and the end of a stream. */
const BLOCK = [0x314159, 0x265359];
const END = [0x177245, 0x385090];

async function* blocksOf(bits: Bits, maxBlock: number): AsyncGenerator<Uint8Array> {
  const decoder = new BlockDecoder(maxBlock);
  let sum = 0;
  for (;;) {
    await bits.more();
    const mark = [bits.take(24), bits.take(24)];
    const expected = bits.take32();
    if (mark[0] === END[0] && mark[1] === END[1]) {
      if (sum !== expected) throw corrupt();
      return bits.align();
    }
    if (mark[0] !== BLOCK[0] || mark[1] !== BLOCK[1]) throw corrupt();
    const crc = new Checksum();
    for (const part of decoder.decode(bits)) {
      crc.add(part);
      yield part;
    }
    if (crc.value !== expected) throw corrupt();
    sum = (((sum << 1) | (sum >>> 31)) ^ expected) >>> 0;
  }
}

function corrupt(): DamagedData {
  return new DamagedData('corrupt bzip2 data');
}

/** More than a compressed block can have: 900,000 symbols of 20 bits, and its tables. */
const AHEAD = 2_400_000;

/** Bits from the highest on. `more` fetches bytes; taking bits never waits. */
class Bits {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #bytes = new Uint8Array(0);
  #at = 0;
  #ended = false;
  #held = 0;
  #count = 0;

  constructor(chunks: AsyncIterator<Uint8Array>) {
    this.#chunks = chunks;
  }

  async more(): Promise<boolean> {
    const left = this.#bytes.length - this.#at;
    if (left < AHEAD && !this.#ended) {
      const parts: Uint8Array[] = [this.#bytes.subarray(this.#at)];
      let length = left;
      while (length < 2 * AHEAD && !this.#ended) {
        const next = await this.#chunks.next();
        if (next.done) this.#ended = true;
        else {
          parts.push(next.value);
          length += next.value.length;
        }
      }
      this.#bytes = new Uint8Array(length);
      let at = 0;
      for (const part of parts) {
        this.#bytes.set(part, at);
        at += part.length;
      }
      this.#at = 0;
    }
    return this.#bytes.length > this.#at;
  }

  /** Up to 24 bits. Raises RangeError at the end. */
  take(count: number): number {
    while (this.#count < count) {
      if (this.#at >= this.#bytes.length) throw new RangeError('end of data');
      this.#held = ((this.#held << 8) | this.#bytes[this.#at++]) & 0xffffffff;
      this.#count += 8;
    }
    this.#count -= count;
    return (this.#held >>> this.#count) & ((1 << count) - 1);
  }

  take32(): number {
    return this.take(16) * 65_536 + this.take(16);
  }

  /** To the next whole byte. */
  align(): void {
    this.#count -= this.#count % 8;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

const MAX_CODE = 20;
const GROUP = 50;
const OUTPUT = 64 * 1024;

class BlockDecoder {
  readonly #max: number;
  readonly #links: Uint32Array;

  constructor(max: number) {
    this.#max = max;
    this.#links = new Uint32Array(max);
  }

  /** Output shares memory, so it is valid only until the next part is requested. */
  *decode(bits: Bits): Generator<Uint8Array> {
    if (bits.take(1) === 1) throw new DamagedData('bzip2 data of a version before 1.0');
    const origin = bits.take(24);
    const symbols = usedBytes(bits);
    const count = this.#readSymbols(bits, symbols);
    if (origin >= count) throw corrupt();
    yield* this.#sorted(origin, count);
  }

  /** Undoes Huffman codes and move-to-front. Leaves the bytes in the low eight bits of the links, and returns their number. */
  #readSymbols(bits: Bits, symbols: Uint8Array): number {
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

function usedBytes(bits: Bits): Uint8Array {
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
function readSelectors(bits: Bits, count: number, tables: number): Uint8Array {
  const front = Array.from({ length: tables }, (_, i) => i);
  return Uint8Array.from({ length: count }, () => {
    let place = 0;
    while (bits.take(1) === 1) if (++place >= tables) throw corrupt();
    const [table] = front.splice(place, 1);
    front.unshift(table);
    return table;
  });
}

function readLengths(bits: Bits, size: number): Uint8Array {
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

  read(bits: Bits): number {
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

/** CRC-32 from the highest bit on. */
class Checksum {
  #crc = 0xffffffff;

  add(bytes: Uint8Array): void {
    let crc = this.#crc;
    for (let i = 0; i < bytes.length; i++) crc = (crc << 8) ^ CRC_TABLE[(crc >>> 24) ^ bytes[i]];
    this.#crc = crc;
  }

  get value(): number {
    return ~this.#crc >>> 0;
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc >>> 0;
});
