// Line breaks that separate nothing, between letters of scripts without spaces; the twin is src/engines/scalar/line-break.ts.

// Bytes of the longest one. Breaks with more white space separate.
export const LONGEST_BREAK: usize = 16;

// The place after one line break (LF, CR, or both) at p and the spaces and tabs around it; 0 if there is none. No end is needed:
// the NUL after a document ends every break.
export function afterLineBreak(p: usize): usize {
  const limit = p + LONGEST_BREAK + 1;
  let at = afterSpaces(p, limit);
  const first = load<u8>(at);
  if (first === 0x0d) at += at + 1 < limit && load<u8>(at, 1) === 0x0a ? 2 : 1;
  else if (first === 0x0a) at++;
  else return 0;
  at = afterSpaces(at, limit);
  return at - p > LONGEST_BREAK ? 0 : at;
}

// @inline
function afterSpaces(p: usize, limit: usize): usize {
  while (p < limit && isSpace(load<u8>(p))) p++;
  return p;
}

// @inline
function isSpace(byte: u8): bool {
  return byte === 0x20 || byte === 0x09;
}

// @inline
export function isInBreak(byte: u8): bool {
  return isSpace(byte) || byte === 0x0a || byte === 0x0d;
}
