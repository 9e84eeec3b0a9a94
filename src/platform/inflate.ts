/** Inflating by Node's zlib: streams that a hostile file cannot swell, and whole bytes up to a limit. */

import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import type { BodyEncoding } from '../platform.ts';
import { DamagedData } from './damaged-data.ts';
import { unzstdWhole } from './zstd-whole.ts';

/** @param slice Compressed bytes inflated at once. */
export function gunzip(chunks: AsyncIterable<Uint8Array>, slice: number): AsyncGenerator<Uint8Array> {
  return inflate(chunks, 'gzip', slice, zlib.createGunzip({ chunkSize: 128 * 1024 }));
}

/** Node 22.15 and later have Zstandard; the types are those of Node 20. */
const { createZstdDecompress, zstdDecompressSync } = zlib as {
  createZstdDecompress?: () => Transform;
  zstdDecompressSync?: (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
};

export const nativeZstd =
  createZstdDecompress === undefined
    ? undefined
    : (chunks: AsyncIterable<Uint8Array>, slice: number) =>
        inflate(chunks, 'zstd', slice, createZstdDecompress());

/** Frames of Zstandard, inflated as a whole. Raises an error if they are damaged or longer. */
export async function inflatedZstd(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  if (zstdDecompressSync === undefined) return unzstdWhole(bytes, length);
  return zstdDecompressSync(bytes, { maxOutputLength: Math.max(1, length) });
}

/** Deflated bytes without a header, as in a zip archive. */
export function inflateRaw(
  chunks: AsyncIterable<Uint8Array>,
  codec: string,
  slice: number,
): AsyncGenerator<Uint8Array> {
  return inflate(chunks, codec, slice, zlib.createInflateRaw());
}

/**
 * Runs a zlib stream by hand: reading it as a stream would lose the output that is ready when it fails, and how much that is
 * would depend on timing.
 */
async function* inflate(
  chunks: AsyncIterable<Uint8Array>,
  codec: string,
  slice: number,
  stream: Transform,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let failure: { code?: string; message: string } | undefined;
  let ended = false;
  let wake = () => {};
  stream.on('data', (bytes: Uint8Array) => ready.push(bytes));
  stream.on('end', () => {
    ended = true;
    wake();
  });
  stream.on('error', (error) => {
    failure = error;
    wake();
  });
  const settled = (start: () => void) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      start();
    });

  let taken = 0;
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += slice) {
        const piece = chunk.subarray(at, at + slice);
        await settled(() => stream.write(piece, () => wake()));
        taken += piece.length;
        yield* ready;
        ready = [];
        if (failure) throw damaged(codec, taken, failure);
        // the compressed data ends before the bytes do: the rest gives no output, not even an event
        if (ended) return;
      }
    }
    await settled(() => stream.end());
    yield* ready;
    if (failure) throw damaged(codec, taken, failure);
  } finally {
    stream.destroy();
  }
}

export function damaged(
  codec: string,
  taken: number,
  error: { code?: string; message: string },
): DamagedData {
  if (error.code === 'Z_BUF_ERROR' || error.code === 'ZSTD_error_srcSize_wrong') {
    return new DamagedData(`truncated ${codec} data after ${taken} bytes`);
  }
  return new DamagedData(`corrupt ${codec} data near byte ${taken} (${error.message})`);
}

/** Raised if bytes inflate to more than allowed. */
export class TooLarge extends Error {}

/** Deflated bytes, inflated as a whole. */
export function inflatedRaw(data: Uint8Array, max: number): Uint8Array {
  return whole(() => zlib.inflateRawSync(data, { maxOutputLength: Math.max(1, max) }));
}

/** The body of an HTTP response, of which the part before a cut is given. */
export function inflatedBody(data: Uint8Array, encoding: BodyEncoding, max: number): Uint8Array {
  const options = { maxOutputLength: max, finishFlush: zlib.constants.Z_SYNC_FLUSH };
  return whole(() => {
    if (encoding === 'br') return zlib.brotliDecompressSync(data, { maxOutputLength: max });
    if (encoding === 'gzip') return zlib.gunzipSync(data, options);
    return encoding === 'zlib' ? zlib.inflateSync(data, options) : zlib.inflateRawSync(data, options);
  });
}

function whole(inflate: () => Uint8Array): Uint8Array {
  try {
    return inflate();
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? new TooLarge() : error;
  }
}
