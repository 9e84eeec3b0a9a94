// Text as the inside of a JSON string. The twin is src/engines/scalar/escape-json.ts.

const QUOTE: u32 = 0x22;
const BACKSLASH: u32 = 0x5c;
const LETTER_U: u32 = 0x75;
const FIRST_PLAIN: u32 = 0x20;

export function escapeJson(text: usize, length: u32, out: usize): u32 {
  const end = text + length;
  let at = text;
  let to = out;
  while (at < end) {
    const bytes = v128.load(at);
    const quotes = i8x16.eq(bytes, i8x16.splat(<i8>QUOTE));
    const backslashes = i8x16.eq(bytes, i8x16.splat(<i8>BACKSLASH));
    const controls = i8x16.lt_u(bytes, i8x16.splat(<i8>FIRST_PLAIN));
    const escaped = <u32>i8x16.bitmask(v128.or(v128.or(quotes, backslashes), controls));
    v128.store(to, bytes);
    // bits past the sixteen bytes, and bytes past the text, end a run as well
    const run = min<usize>(ctz(escaped | 0x10000), end - at);
    at += run;
    to += run;
    if (run === 16 || at === end) continue;
    to = escapeByte(load<u8>(at++), to);
  }
  return <u32>(to - out);
}

function escapeByte(byte: u32, to: usize): usize {
  const letter = letterOf(byte);
  store<u8>(to, BACKSLASH);
  store<u8>(to, letter, 1);
  if (letter !== LETTER_U) return to + 2;
  store<u16>(to, 0x3030, 2);
  store<u8>(to, 0x30 + (byte >>> 4), 4);
  store<u8>(to, digitOf(byte & 15), 5);
  return to + 6;
}

// What follows the backslash: u for those that have no letter of their own.
function letterOf(byte: u32): u32 {
  switch (byte) {
    case QUOTE:
    case BACKSLASH:
      return byte;
    case 8:
      return 0x62;
    case 9:
      return 0x74;
    case 10:
      return 0x6e;
    case 12:
      return 0x66;
    case 13:
      return 0x72;
    default:
      return LETTER_U;
  }
}

// @inline
function digitOf(value: u32): u32 {
  return value < 10 ? 0x30 + value : 0x57 + value;
}
