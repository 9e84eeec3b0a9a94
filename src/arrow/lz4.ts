/**
 * Frames of LZ4, into bytes of a known length. A block is a row of sequences: a token with two lengths, literals, and a match, which is a
 * distance back into the output. Checksums are not checked: Arrow's writers leave them out.
 */
const MAGIC = 0x184d2204;
const INDEPENDENT_CHECKSUMS = 0x10;
const CONTENT_SIZE = 0x08;
const CONTENT_CHECKSUM = 0x04;
const DICTIONARY = 0x01;
/** The highest bit of a block's size says that the block is not compressed. */
const STORED = 0x80000000;

/** Raises RangeError if the frames are damaged, or have another length. */
export function unLz4(bytes: Uint8Array, length: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const output = new Uint8Array(length);
  let at = 0;
  let done = 0;
  while (at < bytes.length) {
    if (view.getUint32(at, true) !== MAGIC) throw new RangeError('no LZ4 frame');
    const flags = bytes[at + 4];
    at += 7;
    if (flags & CONTENT_SIZE) at += 8;
    if (flags & DICTIONARY) at += 4;
    const start = done;
    for (;;) {
      const size = view.getUint32(at, true);
      at += 4;
      if (size === 0) break;
      const end = at + (size & ~STORED);
      if (end > bytes.length || end < at) throw new RangeError('an LZ4 block beyond its frame');
      done =
        size & STORED ? copy(bytes, at, end, output, done) : unBlock(bytes, at, end, output, done, start);
      at = end + (flags & INDEPENDENT_CHECKSUMS ? 4 : 0);
    }
    if (flags & CONTENT_CHECKSUM) at += 4;
  }
  if (done !== length) throw new RangeError('LZ4 data of another length');
  return output;
}

function copy(bytes: Uint8Array, at: number, end: number, output: Uint8Array, to: number): number {
  if (to + end - at > output.length) throw new RangeError('LZ4 data of another length');
  output.set(bytes.subarray(at, end), to);
  return to + end - at;
}

/** Copies of this length and more are left to the platform. */
const LONG = 24;

/** @param first The first byte of the frame's output: no match begins before it. */
function unBlock(
  bytes: Uint8Array,
  from: number,
  end: number,
  output: Uint8Array,
  to: number,
  first: number,
): number {
  let at = from;
  let done = to;
  while (at < end) {
    const token = bytes[at++];
    let letters = token >>> 4;
    if (letters === 15) {
      let more = 255;
      for (; more === 255 && at < end; letters += more) more = bytes[at++];
    }
    if (at + letters > end || done + letters > output.length)
      throw new RangeError('LZ4 data of another length');
    if (letters < LONG) for (let i = 0; i < letters; i++) output[done + i] = bytes[at + i];
    else output.set(bytes.subarray(at, at + letters), done);
    at += letters;
    done += letters;
    // the last sequence has no match
    if (at === end) break;
    if (at + 2 > end) throw new RangeError('an LZ4 block that is cut off');
    const distance = bytes[at] | (bytes[at + 1] << 8);
    at += 2;
    let match = token & 15;
    if (match === 15) {
      let more = 255;
      for (; more === 255 && at < end; match += more) more = bytes[at++];
    }
    match += 4;
    const source = done - distance;
    if (distance === 0 || source < first || done + match > output.length)
      throw new RangeError('an LZ4 match outside of its frame');
    if (match < LONG || match > distance)
      for (let i = 0; i < match; i++) output[done + i] = output[source + i];
    else output.copyWithin(done, source, source + match);
    done += match;
  }
  return done;
}
