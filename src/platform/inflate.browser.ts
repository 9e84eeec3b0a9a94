/** Inflating in a browser, by fflate. Checksums of gzip are not checked. */
import { Gunzip, Inflate, Unzlib } from 'fflate';
import type { BodyEncoding } from '../platform.ts';
import { DamagedData } from './damaged-data.ts';
import { joinBytes } from './join-bytes.ts';
import { unzstdWhole } from './zstd-whole.ts';

export function gunzip(chunks: AsyncIterable<Uint8Array>, slice: number): AsyncGenerator<Uint8Array> {
  return inflate(chunks, 'gzip', slice, new Gunzip());
}

/** `unzstd` of `decompress.ts` is used instead. */
export const nativeZstd:
  | ((chunks: AsyncIterable<Uint8Array>, slice: number) => AsyncGenerator<Uint8Array>)
  | undefined = undefined;

export const inflatedZstd: (bytes: Uint8Array, length: number) => Promise<Uint8Array> = unzstdWhole;

/** Deflated bytes without a header, as in a zip archive. */
export function inflateRaw(
  chunks: AsyncIterable<Uint8Array>,
  codec: string,
  slice: number,
): AsyncGenerator<Uint8Array> {
  return inflate(chunks, codec, slice, new Inflate());
}

type Inflater = Pick<Inflate, 'ondata' | 'push'>;

async function* inflate(
  chunks: AsyncIterable<Uint8Array>,
  codec: string,
  slice: number,
  inflater: Inflater,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let taken = 0;
  let ended = false;
  inflater.ondata = (bytes, final) => {
    if (bytes.length > 0) ready.push(bytes);
    ended ||= final;
  };
  const push = (piece: Uint8Array, last: boolean): DamagedData | undefined => {
    try {
      inflater.push(piece, last);
    } catch (error) {
      return damaged(codec, taken, error as { code?: number; message: string });
    }
  };
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += slice) {
      const piece = chunk.subarray(at, at + slice);
      taken += piece.length;
      const failure = push(piece, false);
      yield* ready;
      ready = [];
      if (failure) throw failure;
      if (ended) return;
    }
  }
  const failure = push(new Uint8Array(0), true);
  yield* ready;
  if (failure) throw failure;
}

/** fflate's code for data that ends too early. */
const UNEXPECTED_END = 0;

export function damaged(
  codec: string,
  taken: number,
  error: { code?: number | string; message: string },
): DamagedData {
  if (error.code === UNEXPECTED_END || error.code === 'Z_BUF_ERROR') {
    return new DamagedData(`truncated ${codec} data after ${taken} bytes`);
  }
  return new DamagedData(`corrupt ${codec} data near byte ${taken} (${error.message})`);
}

/** Raised if bytes inflate to more than allowed. */
export class TooLarge extends Error {}

/** Compressed bytes inflated at once, at most 1,032 times as many. */
const SLICE = 16 * 1024;

/** Deflated bytes, inflated as a whole. */
export function inflatedRaw(data: Uint8Array, max: number): Uint8Array {
  return whole(data, new Inflate(), max, true);
}

/** The body of an HTTP response, of which the part before a cut is given. */
export function inflatedBody(data: Uint8Array, encoding: BodyEncoding, max: number): Uint8Array {
  if (encoding === 'br') throw new Error('a browser cannot read Brotli');
  const inflater = { gzip: Gunzip, zlib: Unzlib, raw: Inflate }[encoding];
  return whole(data, new inflater(), max, false);
}

function whole(data: Uint8Array, inflater: Inflater, max: number, toTheEnd: boolean): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  inflater.ondata = (bytes) => {
    length += bytes.length;
    if (length > Math.max(1, max)) throw new TooLarge();
    pieces.push(bytes);
  };
  for (let at = 0; at < data.length; at += SLICE) {
    inflater.push(data.subarray(at, at + SLICE), toTheEnd && at + SLICE >= data.length);
  }
  return joinBytes(pieces);
}
