// Line breaks that separate nothing, between letters of scripts without spaces; the twin is src/engines/scalar/line-break.ts.

// Bytes of the longest one. Breaks with more white space separate.
const LONGEST_BREAK: usize = 16;

// U+2028, as the low three bytes of a word.
const LINE_SEPARATOR: u32 = 0xa880e2;

// The place after one line break (LF, CR, both, VT, or U+2028) at p and the spaces and tabs around it; 0 if there is none. No end is
// needed: the NUL after a document ends every break.
export function afterLineBreak(p: usize): usize {
  const limit = p + LONGEST_BREAK + 1;
  let at = afterSpaces(p, limit);
  const first = load<u8>(at);
  if (first === 0x0d) at += at + 1 < limit && load<u8>(at, 1) === 0x0a ? 2 : 1;
  else if (first === 0x0a || first === 0x0b) at++;
  else if (at + 2 < limit && isLineSeparator(at)) at += 3;
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

// Whether a break may begin at p: most places are ruled out by one comparison.
// @inline
export function mayBreak(p: usize): bool {
  return load<u8>(p) <= 0x20 || isLineSeparator(p);
}

// @inline
function isLineSeparator(p: usize): bool {
  return (load<u32>(p) & 0xffffff) === LINE_SEPARATOR;
}
