/** Where the words of a canonical text begin. */

const SPACE = 0x20;

/** The first byte of every word, and at last where one more would begin. */
export function wordStarts(bytes: Uint8Array): Uint32Array {
  let words = 1;
  for (const byte of bytes) if (byte === SPACE) words++;
  const starts = new Uint32Array(words + 1);
  let word = 1;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === SPACE) starts[word++] = at + 1;
  starts[word] = bytes.length + 1;
  return starts;
}
