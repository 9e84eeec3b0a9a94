/** Frames of Zstandard in memory, inflated by fzstd: where the runtime has no Zstandard of its own. */

/** The largest window that is allocated for a frame that does not state its length. */
const MAX_WINDOW = 128 << 20;

/** @param length Bytes that come out; a frame that states its length must agree. */
export async function unzstdWhole(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  const { decompress } = await import('fzstd');
  const stated = contentSize(bytes);
  if (stated === length) return decompress(bytes, new Uint8Array(length));
  if (stated !== undefined || windowSize(bytes) > MAX_WINDOW)
    throw new RangeError('zstd data of another length');
  return decompress(bytes);
}

/** The length that a frame states, if it does (RFC 8878, section 3.1.1.1). */
function contentSize(frame: Uint8Array): number | undefined {
  const flags = frame[4];
  const isSingle = (flags & 0x20) !== 0;
  const size = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6];
  if (size === 0) return undefined;
  const at = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][flags & 3];
  let value = 0;
  for (let i = size - 1; i >= 0; i--) value = 256 * value + frame[at + i];
  return size === 2 ? value + 256 : value;
}

function windowSize(frame: Uint8Array): number {
  const base = 2 ** (10 + (frame[5] >> 3));
  return base + (base / 8) * (frame[5] & 7);
}
