/** Compressed buffers, inflated to the length that is stated before them. */
import { inflatedZstd } from '../platform/inflate.ts';
import { damagedArrow } from './bad-arrow.ts';
import { unLz4 } from './lz4.ts';

export type Codec = 'lz4' | 'zstd';

export async function inflated(codec: Codec, bytes: Uint8Array, length: number): Promise<Uint8Array> {
  try {
    const result = codec === 'lz4' ? unLz4(bytes, length) : await inflatedZstd(bytes, length);
    if (result.length === length) return result;
  } catch {
    // the message below says so
  }
  throw damagedArrow('a compressed buffer that is damaged');
}
