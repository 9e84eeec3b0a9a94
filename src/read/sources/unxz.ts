/** xz: streams of blocks with LZMA2 in them, every block with its checksum. */

import { DamagedData } from '../../platform/damaged-data.ts';
import { ByteReader } from './byte-reader.ts';
import { Crc32, Crc64 } from './checksums.ts';
import { Lzma } from './lzma.ts';

/** Any number of streams, with padding between them. */
export async function* unxz(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = new XzInput(new ByteReader(chunks));
  try {
    for (let streams = 0; ; streams++) {
      let word = await input.reader.take(4);
      while (streams > 0 && word.length === 4 && word.every((byte) => byte === 0))
        word = await input.reader.take(4);
      if (word.length === 0 && streams > 0) return;
      const rest = await input.take(8);
      if (MAGIC.some((byte, i) => byte !== (i < 4 ? word[i] : rest[i - 4]))) throw corrupt();
      yield* blocksOf(input, rest[3] & 0x0f);
    }
  } finally {
    await (chunks as AsyncGenerator).return?.(undefined);
  }
}

const MAGIC = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0];
const LZMA2 = 0x21;
/** xz itself needs at most half of this memory for its strongest setting. */
const MAX_DICTIONARY = 128 << 20;
/** Bytes of each kind of checksum. */
const CHECK_BYTES = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];

function corrupt(): DamagedData {
  return new DamagedData('corrupt xz data');
}

async function* blocksOf(input: XzInput, check: number): AsyncGenerator<Uint8Array> {
  for (;;) {
    input.taken = 0;
    const [size] = await input.take(1);
    if (size === 0) break;
    const header = await input.take(4 * (size + 1) - 1);
    const lzma = new Lzma(dictionaryOf(header));
    const sum = check === 1 ? new Crc32() : check === 4 ? new Crc64() : undefined;
    for await (const output of chunksOf(input, lzma)) {
      sum?.add(output);
      yield output;
    }
    await input.align();
    const expected = await input.take(CHECK_BYTES[check]);
    if (sum?.bytes().some((byte, i) => byte !== expected[i])) throw corrupt();
  }
  await skipIndex(input);
}

/** The size of the dictionary, from the header of a block without its first byte. */
function dictionaryOf(header: Uint8Array): number {
  const flags = header[0];
  let at = 1;
  const number = () => {
    let value = 0;
    for (let shift = 0; shift < 63; shift += 7) {
      const byte = header[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw corrupt();
  };
  if ((flags & 0x40) !== 0) number();
  if ((flags & 0x80) !== 0) number();
  if ((flags & 3) !== 0 || number() !== LZMA2)
    throw new DamagedData('xz data with a filter for programs; compress it again without --filters');
  if (number() !== 1) throw corrupt();
  const bits = header[at];
  if (bits > 40) throw corrupt();
  const size = (2 | (bits & 1)) * 2 ** ((bits >> 1) + 11);
  // a block never looks back farther than it is long, whatever its header allows
  return Math.min(size, MAX_DICTIONARY);
}

async function* chunksOf(input: XzInput, lzma: Lzma): AsyncGenerator<Uint8Array> {
  for (let first = true; ; first = false) {
    const [control] = await input.take(1);
    if (control === 0) return;
    if (first && control !== 1 && control < 0xe0) throw corrupt();
    if (control === 1 || control >= 0xe0) lzma.forget();
    if (control < 0x80) {
      if (control > 2) throw corrupt();
      const [high, low] = await input.take(2);
      yield lzma.copy(await input.take(high * 256 + low + 1));
      continue;
    }
    const [a, b, c, d] = await input.take(4);
    if (control >= 0xc0) lzma.setProperties((await input.take(1))[0]);
    else if (control >= 0xa0) lzma.reset();
    const output = ((control & 0x1f) << 16) + a * 256 + b + 1;
    yield lzma.decode(await input.take(c * 256 + d + 1), output);
  }
}

/** The index repeats the sizes of the blocks; it is skipped, and so is the footer. */
async function skipIndex(input: XzInput): Promise<void> {
  const records = await input.number();
  for (let i = 0; i < 2 * records; i++) await input.number();
  await input.align();
  const footer = await input.take(16);
  if (footer[14] !== 0x59 || footer[15] !== 0x5a) throw corrupt();
}

/** Counts the bytes taken, because blocks and indexes are padded to whole words. */
class XzInput {
  taken = 0;

  constructor(readonly reader: ByteReader) {}

  async take(length: number): Promise<Uint8Array> {
    const bytes = await this.reader.take(length);
    if (bytes.length < length) throw new DamagedData('truncated xz data');
    this.taken += length;
    return bytes;
  }

  async align(): Promise<void> {
    await this.take((4 - (this.taken % 4)) % 4);
  }

  async number(): Promise<number> {
    let value = 0;
    for (let shift = 0; shift < 63; shift += 7) {
      const [byte] = await this.take(1);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw corrupt();
  }
}
