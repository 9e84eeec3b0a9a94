/** Well-formed UTF-8, by table 3-7 of the Unicode Standard. */

/** The code point that starts at `at`, or -1 if no well-formed sequence starts that ends before `end`. */
export function decodeUtf8(u8: Uint8Array, at: number, end: number): number {
  const a = u8[at];
  if (a < 0x80) return a;
  if (a < 0xc2 || a > 0xf4 || at + 1 >= end) return -1;
  const b = u8[at + 1];
  if ((b & 0xc0) !== 0x80) return -1;
  if (a < 0xe0) return ((a & 0x1f) << 6) | (b & 0x3f);
  if (at + 2 >= end) return -1;
  const c = u8[at + 2];
  if ((c & 0xc0) !== 0x80) return -1;
  if (a < 0xf0) {
    const code = ((a & 0x0f) << 12) | ((b & 0x3f) << 6) | (c & 0x3f);
    // too long, or a surrogate
    return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? -1 : code;
  }
  if (at + 3 >= end) return -1;
  const d = u8[at + 3];
  if ((d & 0xc0) !== 0x80) return -1;
  const code = ((a & 0x07) << 18) | ((b & 0x3f) << 12) | ((c & 0x3f) << 6) | (d & 0x3f);
  return code < 0x10000 || code > 0x10ffff ? -1 : code;
}

/** Bytes of a code point. */
export function utf8LengthAt(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
