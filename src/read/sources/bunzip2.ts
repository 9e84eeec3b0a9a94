/**
 * bzip2: streams of blocks (`bzip2-block.ts`). One block is decoded at a time; every block and every stream has its checksum.
 */

import { DamagedData } from '../../platform/damaged-data.ts';
import { BitReader } from './bit-reader.ts';
import { BlockDecoder, corrupt } from './bzip2-block.ts';

/** Any number of streams, one after the other. */
export async function* bunzip2(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const bits = new BitReader(chunks[Symbol.asyncIterator]());
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

async function* blocksOf(bits: BitReader, maxBlock: number): AsyncGenerator<Uint8Array> {
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
