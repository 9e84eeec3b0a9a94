/**
 * The frames of Zstandard data, checked before they are decoded. For every block, fzstd moves the declared window: a frame of few
 * blocks gets a window no larger than its blocks can fill, and a file that would mostly move bytes is refused.
 */

import { DamagedData } from '../../platform/damaged-data.ts';
import { damaged } from '../../platform/inflate.ts';
import { joinBytes } from '../../platform/join-bytes.ts';
import { ByteReader } from './byte-reader.ts';

/** The most bytes that one block becomes. */
export const ZSTD_BLOCK = 128 * 1024;
/** The largest window that Zstandard itself accepts by default (`zstd --long=27`). */
const MAX_WINDOW = 128 * 1024 * 1024;
/** Blocks that are collected to see whether the frame ends with them. */
const FEW_BLOCKS = 64;
/** Bytes that may be moved in any case, and per byte of input and output. A log flushed after each line takes 10,000 per byte. */
const MOVED = 8 * 2 ** 30;
const MOVED_PER_BYTE = 16_384;

/** The decoder's output so far. */
export interface DecoderProgress {
  produced: number;
}

/** A frame header may request gigabytes before a single byte is decoded. */
export function checkFrameWindow(window: number): void {
  if (window <= MAX_WINDOW) return;
  throw new DamagedData(
    `zstd data with a window of ${window} bytes, more than the ${MAX_WINDOW} that are read; compress it again without --long`,
  );
}

/** The window of a frame that begins with these bytes; 0 if they are too few, or no frame. */
export function windowOf(head: Uint8Array): number {
  if (head.length < 6) return 0;
  const { contentAt, headerBytes, isSingle } = layoutOf(head[4]);
  if (isSingle)
    return head.length < headerBytes
      ? 0
      : littleEndian(head, contentAt, headerBytes) + (head[4] >> 6 === 1 ? 256 : 0);
  const base = 2 ** (10 + (head[5] >> 3));
  return base + (base / 8) * (head[5] & 7);
}

/** The same frames in pieces, each a header or a block. */
export async function* zstdFrames(
  chunks: AsyncIterable<Uint8Array>,
  progress: DecoderProgress,
): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(chunks);
  let taken = 0;
  let moved = 0;
  const take = async (length: number): Promise<Uint8Array> => {
    const bytes = await reader.take(length);
    taken += bytes.length;
    if (bytes.length < length) throw damaged('zstd', taken, { code: 'Z_BUF_ERROR', message: '' });
    return bytes;
  };
  const move = (window: number) => {
    moved += window;
    if (moved > MOVED + MOVED_PER_BYTE * (taken + progress.produced))
      throw new DamagedData('zstd data whose blocks are tiny beside its window: decompress it first');
  };
  for (;;) {
    const magic = await reader.take(4);
    taken += magic.length;
    if (magic.length === 0) return;
    if (magic.length < 4) throw damaged('zstd', taken, { code: 'Z_BUF_ERROR', message: '' });
    const mark = littleEndian(magic, 0, 4);
    if (mark >= SKIPPABLE && mark < SKIPPABLE + 16) {
      const length = littleEndian(await take(4), 0, 4);
      const skipped = await reader.skip(length);
      taken += skipped;
      if (skipped < length) throw damaged('zstd', taken, { code: 'Z_BUF_ERROR', message: '' });
      continue;
    }
    if (mark !== MAGIC) throw damaged('zstd', taken, { message: 'no frame begins here' });
    const flags = await take(1);
    const head = joinBytes([magic, flags, await take(layoutOf(flags[0]).headerBytes - 5)]);
    if ((flags[0] & 3) !== 0) throw new DamagedData('zstd data that needs a dictionary: decompress it first');
    const stated = windowOf(head);
    checkFrameWindow(stated);
    const checksum = (flags[0] & 4) !== 0;

    let early: Uint8Array[] | undefined = [];
    let window = stated;
    const begin = function* (): Generator<Uint8Array> {
      const blocks = early ?? [];
      early = undefined;
      yield headerFor(window, checksum);
      for (const block of blocks) {
        move(window);
        yield block;
      }
    };
    for (let isLast = false; !isLast; ) {
      let block: Uint8Array;
      try {
        const start = await take(3);
        const bits = littleEndian(start, 0, 3);
        isLast = (bits & 1) === 1;
        const isRepeated = ((bits >> 1) & 3) === 1;
        const length = isRepeated ? 1 : bits >> 3;
        if (length > ZSTD_BLOCK) throw damaged('zstd', taken, { message: 'a block longer than 128 KB' });
        block = joinBytes([start, await take(length), isLast && checksum ? await take(4) : NOTHING]);
      } catch (error) {
        if (early) yield* begin();
        throw error;
      }
      early?.push(block);
      if (early === undefined) {
        move(window);
        yield block;
      } else if (isLast) {
        window = Math.min(stated, early.length * ZSTD_BLOCK);
        yield* begin();
      } else if (early.length === FEW_BLOCKS) yield* begin();
    }
  }
}

const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const NOTHING = new Uint8Array(0);

/** Where the fields of a header are, by its first byte after the mark. */
function layoutOf(flags: number): { contentAt: number; headerBytes: number; isSingle: boolean } {
  const isSingle = (flags & 0x20) !== 0;
  const dictionary = [0, 1, 2, 4][flags & 3];
  const content = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6];
  const contentAt = 5 + (isSingle ? 0 : 1) + dictionary;
  return { contentAt, headerBytes: contentAt + content, isSingle };
}

/** A header that says no more than the window, which is a power of two or a few eighths more, and whether a checksum follows. */
function headerFor(window: number, checksum: boolean): Uint8Array {
  const exponent = Math.max(10, Math.floor(Math.log2(Math.max(1, window))));
  const eighths = Math.max(0, Math.ceil((window / 2 ** exponent - 1) * 8));
  const descriptor = eighths === 8 ? (exponent - 9) << 3 : ((exponent - 10) << 3) | eighths;
  return new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, checksum ? 4 : 0, descriptor]);
}

function littleEndian(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let i = to - 1; i >= from; i--) value = value * 256 + bytes[i];
  return value;
}
