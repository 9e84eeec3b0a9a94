// The letter table (src/engines/layouts/letter-table.ts has its layout) and UTF-8, as the canonicalize kernels use them.
import {
  CLASS_MASK,
  CYRILLIC,
  LENGTH_SHIFT,
  LetterClass,
  LONG_FOLDS_AT,
  PAGES_AT,
  PAYLOAD_SHIFT,
  PLANES_AT,
} from '../src/engines/layouts/letter-table';

export const SPACE: u8 = 0x20;

// What decode() returns for a byte that starts no well-formed sequence: one byte, no code point.
const MALFORMED: u32 = 0x01ffffff;

// The code point at p in the low 24 bits and its bytes above them. No end is needed: the NUL after a document is no
// continuation, so a cut sequence is detected before anything beyond it counts.
export function decode(p: usize): u32 {
  const a = <u32>load<u8>(p);
  if (a < 0x80) return a | 0x01000000;
  const b = <u32>load<u8>(p, 1);
  if (a < 0xc2 || a > 0xf4 || (b & 0xc0) !== 0x80) return MALFORMED;
  if (a < 0xe0) return ((a & 0x1f) << 6) | (b & 0x3f) | 0x02000000;
  const c = <u32>load<u8>(p, 2);
  if ((c & 0xc0) !== 0x80) return MALFORMED;
  if (a < 0xf0) {
    const code = ((a & 0x0f) << 12) | ((b & 0x3f) << 6) | (c & 0x3f);
    // too long, or a surrogate
    return code < 0x800 || (code & 0xf800) === 0xd800 ? MALFORMED : code | 0x03000000;
  }
  const d = <u32>load<u8>(p, 3);
  if ((d & 0xc0) !== 0x80) return MALFORMED;
  const code = ((a & 0x07) << 18) | ((b & 0x3f) << 12) | ((c & 0x3f) << 6) | (d & 0x3f);
  return code < 0x10000 || code > 0x10ffff ? MALFORMED : code | 0x04000000;
}

// @inline
export function bytesOf(decoded: u32): u32 {
  return decoded >> 24;
}

// The table entry of what decode() gave.
export function entryOf(letters: usize, decoded: u32): u32 {
  if (decoded === MALFORMED) return LetterClass.separator;
  const code = <usize>(decoded & 0xffffff);
  if (code < 0x10000) return load<u32>(letters + (code << 2));
  const page = <usize>load<u16>(letters + (((code >> 8) - 256) << 1), PLANES_AT);
  return load<u32>(letters + (page << 10) + ((code & 255) << 2), PAGES_AT);
}

// Writes the folded letter of an entry at o; p is where its own bytes are. Returns the new o. May write up to 12 bytes
// more than it reports.
// @inline
export function append(letters: usize, entry: u32, p: usize, o: usize): usize {
  const length = (entry >> LENGTH_SHIFT) & 3;
  if (length === 0) return appendLong(letters, entry >> PAYLOAD_SHIFT, p, o);
  store<u32>(o, entry >> PAYLOAD_SHIFT);
  return o + length;
}

function appendLong(letters: usize, payload: u32, p: usize, o: usize): usize {
  if (payload === 0) {
    store<u32>(o, load<u32>(p));
    return o + 4;
  }
  const fold = letters + LONG_FOLDS_AT + ((<usize>payload) << 4);
  store<u64>(o, load<u64>(fold, 1));
  store<u32>(o, load<u32>(fold, 9), 8);
  return o + load<u8>(fold);
}

// Whether a word is open: something was written since start, and no separator after it.
// @inline
export function wordIsOpen(start: usize, o: usize): bool {
  return o > start && load<u8>(o - 1) > SPACE;
}

// Whether the last letter written (before o, after start) is Cyrillic.
export function endsCyrillic(letters: usize, start: usize, o: usize): bool {
  if (o === start) return false;
  let p = o - 1;
  while (p > start && (load<u8>(p) & 0xc0) === 0x80) p--;
  return (entryOf(letters, decode(p)) & CYRILLIC) !== 0;
}

// Whether the raised digit at p begins a word, because the word before it ends with a digit that is not raised. The text begins at `text`,
// and its bytes written so far are [start, o).
export function partsDigits(letters: usize, p: usize, text: usize, start: usize, o: usize): bool {
  if (o === start || load<u8>(o - 1) < 0x30 || load<u8>(o - 1) > 0x39) return false;
  return classBefore(letters, p, text) !== LetterClass.raised;
}

// The class of the character right before p, of a text that begins at `text`.
export function classBefore(letters: usize, p: usize, text: usize): u32 {
  if (p === text) return LetterClass.separator;
  let before = p - 1;
  while (before > text && (load<u8>(before) & 0xc0) === 0x80) before--;
  const decoded = decode(before);
  // bytes that are not UTF-8 may be in between
  return before + bytesOf(decoded) === p ? entryOf(letters, decoded) & CLASS_MASK : LetterClass.separator;
}
