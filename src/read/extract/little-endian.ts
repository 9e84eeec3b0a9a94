/** Numbers and texts of old Word files: little-endian, at any place. One outside of the bytes raises RangeError. */

export function u16At(bytes: Uint8Array, at: number): number {
  check(bytes, at, 2);
  return bytes[at] | (bytes[at + 1] << 8);
}

export function u32At(bytes: Uint8Array, at: number): number {
  return i32At(bytes, at) >>> 0;
}

export function i32At(bytes: Uint8Array, at: number): number {
  check(bytes, at, 4);
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
}

/** UTF-16 as it is, lone surrogates included; an odd byte at the end is left out. */
export function utf16Text(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at + 2 <= bytes.length; at += 2)
    text += String.fromCharCode(bytes[at] | (bytes[at + 1] << 8));
  return text;
}

function check(bytes: Uint8Array, at: number, length: number): void {
  if (!(at >= 0 && at + length <= bytes.length))
    throw new RangeError(`Expected ${length} bytes at ${at}, got the end of ${bytes.length}.`);
}
