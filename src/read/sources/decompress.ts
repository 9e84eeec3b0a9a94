/**
 * Compressed input, known by its first bytes and not by its name. Everything streams: however much a small file
 * inflates, only the output of one slice is held at a time.
 */
import { DamagedData } from '../../platform/damaged-data.ts';
import { damaged, gunzip, nativeZstd } from '../../platform/inflate.ts';
import { peek } from './peek.ts';
import { checkFrameWindow, windowOf, ZSTD_BLOCK, zstdFrames } from './zstd-frames.ts';

/** Some files were compressed twice by mistake; more layers are an attack. */
const MAX_LAYERS = 3;

/** The chunks, decompressed if they are gzip, Zstandard, bzip2 or xz, each with any number of members. */
export async function* decompress(stored: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let layer = stored;
  for (let layers = 0; ; layers++) {
    const { head, chunks } = await peek(layer, CODEC_BYTES);
    const codec = codecOf(head);
    if (codec === undefined) return yield* chunks;
    if (layers === MAX_LAYERS) {
      await chunks.return?.();
      throw new DamagedData(`data that was compressed more than ${MAX_LAYERS} times`);
    }
    layer = await decoded(codec, head, chunks);
  }
}

/** Bytes that tell whether and how data is compressed. */
export const CODEC_BYTES = 18;

/** Whether bytes that begin like this would be decompressed. */
export function isCompressed(head: Uint8Array): boolean {
  return codecOf(head) !== undefined;
}

type Codec = 'gzip' | 'zstd' | 'bzip2' | 'xz';

function codecOf(head: Uint8Array): Codec | undefined {
  if (isGzip(head)) return 'gzip';
  if (isZstd(head)) return 'zstd';
  if (isBzip2(head)) return 'bzip2';
  return isXz(head) ? 'xz' : undefined;
}

async function decoded(
  codec: Codec,
  head: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  switch (codec) {
    case 'gzip':
      return gunzip(chunks, GZIP_SLICE);
    case 'zstd':
      checkFrameWindow(windowOf(head));
      return nativeZstd?.(chunks, ZSTD_SLICE) ?? unzstd(chunks);
    case 'bzip2':
      return (await import('./bunzip2.ts')).bunzip2(chunks);
    case 'xz':
      return (await import('./unxz.ts')).unxz(chunks);
  }
}

/** Compressed bytes inflated at once. gzip inflates at most 1,032 times: 16 MB at a time. */
const GZIP_SLICE = 16 * 1024;
/** Zstandard makes up to 128 KB of 4 bytes: 32 MB at a time. */
const ZSTD_SLICE = 1024;

function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b && head[2] === 8;
}

function isZstd(head: Uint8Array): boolean {
  return head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd;
}

/** The version and the beginning of the first block, or the end of an empty stream: text may begin with BZh. */
function isBzip2(head: Uint8Array): boolean {
  const start = String.fromCharCode(...head.subarray(0, 10));
  return /^BZh[1-9](?:1AY&SY|\x17\x72\x45\x38\x50\x90)/.test(start);
}

function isXz(head: Uint8Array): boolean {
  return String.fromCharCode(...head.subarray(0, 6)) === '\xfd7zXZ\0';
}

async function* unzstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { Decompress, ZstdErrorCode } = await import('fzstd');
  let ready: Uint8Array[] = [];
  let taken = 0;
  const progress = { produced: 0 };
  const stream = new Decompress((block) => {
    // the format's own limit, which fzstd does not check
    if (block.length > ZSTD_BLOCK) throw Object.assign(new Error('a block longer than 128 KB'), { code: -1 });
    progress.produced += block.length;
    if (block.length > 0) ready.push(block);
  });
  const push = (piece: Uint8Array, last: boolean): DamagedData | undefined => {
    try {
      stream.push(piece, last);
    } catch (error) {
      const { code } = error as { code?: number };
      // without a code the message is one of JavaScript
      const message = code === undefined ? 'invalid zstd data' : (error as Error).message;
      const reason = code === ZstdErrorCode.UnexpectedEOF ? { code: 'Z_BUF_ERROR', message } : { message };
      return damaged('zstd', taken, reason);
    }
  };
  for await (const chunk of zstdFrames(chunks, progress)) {
    for (let at = 0; at < chunk.length; at += ZSTD_SLICE) {
      const piece = chunk.subarray(at, at + ZSTD_SLICE);
      taken += piece.length;
      const failure = push(piece, false);
      yield* ready;
      ready = [];
      if (failure) throw failure;
    }
  }
  const failure = push(new Uint8Array(0), true);
  yield* ready;
  if (failure) throw failure;
}
