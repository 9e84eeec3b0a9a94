// JSON strings, 16 bytes at a time: checked as JSON and as UTF-8, and unescaped if their text is needed.
// Every line ends with LF, which no string may hold, so nothing here has to look for the end of the memory.
import { utf8Mistakes } from './utf8';

const QUOTE: u8 = 0x22;
const BACKSLASH: u8 = 0x5c;
const LETTER_U: u8 = 0x75;

// Where the line continues: after the closing quote.
export let stringEnd: usize = 0;
// Whether the string that was skipped has escapes.
export let hasEscapes: bool = false;

// Copies the string that begins at p, after its quote, to o. Returns where the copy ends, or 0 if this is not a string. May write
// 16 bytes more than it reports.
export function copyString(p: usize, o: usize): usize {
  mayBeCut = false;
  while (true) {
    const block = v128.load(p);
    v128.store(o, block);
    const end = endsIn(p, block);
    if (end < 0) return 0;
    p += end;
    o += end;
    if (end === 16) continue;
    const found = load<u8>(p);
    if (found === QUOTE) {
      stringEnd = p + 1;
      return o;
    }
    if (found !== BACKSLASH) return 0;
    const escaped = load<u8>(p, 1);
    if (escaped === LETTER_U) {
      // whole texts are written like this
      do {
        o = copyCodePoint(p, o);
        if (o === 0) return 0;
        p = afterCodePoint;
      } while (load<u16>(p) === 0x755c);
    } else {
      const character = unescaped(escaped);
      if (character === 0) return 0;
      store<u8>(o++, character);
      p += 2;
    }
  }
}

// Skips the string that begins at p, after its quote. Returns where the line continues, or 0 if this is not a string.
export function skipString(p: usize): usize {
  hasEscapes = false;
  mayBeCut = false;
  while (true) {
    const end = endsIn(p, v128.load(p));
    if (end < 0) return 0;
    p += end;
    if (end === 16) continue;
    const found = load<u8>(p);
    if (found === QUOTE) return p + 1;
    if (found !== BACKSLASH) return 0;
    hasEscapes = true;
    const escaped = load<u8>(p, 1);
    if (escaped === LETTER_U) {
      if (fourDigits(p + 2) < 0) return 0;
      p += 6;
    } else {
      if (unescaped(escaped) === 0) return 0;
      p += 2;
    }
  }
}

// Whether the block before has bytes beyond ASCII: its last character may be cut.
let mayBeCut: bool = false;

// How many bytes of the block at p come before a quote, a backslash or a control character: 16 if there is none, -1
// if they are not UTF-8.
// @inline
function endsIn(p: usize, block: v128): i32 {
  const marks = v128.or(i8x16.eq(block, i8x16.splat(0x22)), i8x16.eq(block, i8x16.splat(0x5c)));
  // as signed numbers, control characters and all bytes beyond ASCII are below 0x20
  let ends = i8x16.bitmask(v128.or(marks, i8x16.lt_s(block, i8x16.splat(0x20))));
  if (ends === 0 && !mayBeCut) return 16;
  const beyond = i8x16.bitmask(block) !== 0;
  if (beyond || mayBeCut) {
    mayBeCut = beyond;
    ends = i8x16.bitmask(v128.or(marks, i8x16.le_u(block, i8x16.splat(0x1f)))) | 0x10000;
    // what comes after the first end is not part of the string; the end itself shows whether the last character is whole
    if ((utf8Mistakes(p, block) & (ends ^ (ends - 1))) !== 0) return -1;
  }
  return ctz(ends);
}

// The character that a backslash and this one encode, or 0 if they encode none.
function unescaped(escaped: u8): u8 {
  if (escaped === 0x6e) return 0x0a; // n
  if (escaped === QUOTE || escaped === BACKSLASH || escaped === 0x2f) return escaped;
  if (escaped === 0x74) return 0x09; // t
  if (escaped === 0x72) return 0x0d; // r
  if (escaped === 0x62) return 0x08; // b
  if (escaped === 0x66) return 0x0c; // f
  return 0;
}

let afterCodePoint: usize = 0;

// Writes the character that \uXXXX at p encodes, alone or with the \uXXXX after it, as UTF-8 at o. Returns where it ends, or 0
// if there are no four digits. Half a surrogate pair becomes U+FFFD, as it does when a JavaScript string is encoded.
// @inline
function copyCodePoint(p: usize, o: usize): usize {
  let code = fourDigits(p + 2);
  if (code < 0) return 0;
  afterCodePoint = p + 6;
  if ((code & 0xf800) === 0xd800) {
    const low = code < 0xdc00 && load<u16>(p, 6) === 0x755c ? fourDigits(p + 8) : 0;
    if ((low & 0xfc00) === 0xdc00 && low > 0) {
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      afterCodePoint = p + 12;
    } else code = 0xfffd;
  }
  if (code < 0x80) {
    store<u8>(o, <u8>code);
    return o + 1;
  }
  if (code < 0x800) {
    store<u8>(o, <u8>(0xc0 | (code >> 6)));
    store<u8>(o, <u8>(0x80 | (code & 0x3f)), 1);
    return o + 2;
  }
  if (code < 0x10000) {
    store<u8>(o, <u8>(0xe0 | (code >> 12)));
    store<u8>(o, <u8>(0x80 | ((code >> 6) & 0x3f)), 1);
    store<u8>(o, <u8>(0x80 | (code & 0x3f)), 2);
    return o + 3;
  }
  store<u8>(o, <u8>(0xf0 | (code >> 18)));
  store<u8>(o, <u8>(0x80 | ((code >> 12) & 0x3f)), 1);
  store<u8>(o, <u8>(0x80 | ((code >> 6) & 0x3f)), 2);
  store<u8>(o, <u8>(0x80 | (code & 0x3f)), 3);
  return o + 4;
}

// The value of four hexadecimal digits, or -1 if there are none. All four at once, a byte each: letters have bit 6, and the
// low half of a letter is 9 less than its value.
// @inline
function fourDigits(p: usize): i32 {
  const digits = load<u32>(p);
  const isLetter = (digits >> 6) & 0x01010101;
  const values = (digits & 0x0f0f0f0f) + 9 * isLetter;
  // a digit must be 0x30 + value below 10, a letter, made lower-case, 0x57 + value from 10 to 15
  const expected = values + 0x30303030 + 0x27 * isLetter;
  const atLeast10 = ((values + 0x06060606) >> 4) & 0x01010101;
  if ((digits | (isLetter << 5)) !== expected || atLeast10 !== isLetter || (values & 0x10101010) !== 0) return -1;
  return ((values & 0xf) << 12) | (values & 0xf00) | ((values >> 12) & 0xf0) | (values >> 24);
}
