/** Where the words of a canonical text begin. */

const SPACE = 0x20;
/** Texts of up to this many bytes share an array in which starts are collected. */
const SHARED_BYTES = 1 << 16;
const shared = new Uint32Array(SHARED_BYTES + 2);

/** The first byte of every word, and at last where one more would begin. */
export function wordStarts(bytes: Uint8Array): Uint32Array {
  const starts = bytes.length <= SHARED_BYTES ? shared : new Uint32Array(bytes.length + 2);
  let count = 1;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at++];
    starts[count] = at;
    // one after a space, without a branch, which processors would guess wrong
    count += ((byte ^ SPACE) - 1) >>> 31;
  }
  starts[count++] = bytes.length + 1;
  return starts.slice(0, count);
}
