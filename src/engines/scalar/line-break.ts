/** Line breaks that separate nothing, between letters of scripts without spaces. The reference for `assembly/line-break.ts`. */

/** Bytes of the longest one. Breaks with more white space separate. */
const LONGEST_BREAK = 16;

/**
 * The place after one line break at `at` and the spaces and tabs around it; 0 if there is none. LF, CR, both, VT and U+2028 break a line inside
 * a paragraph. U+2029 ends a paragraph, FF a page, and U+0085 is mostly an ellipsis of Windows read as Latin-1: they separate.
 */
export function afterLineBreak(u8: Uint8Array, at: number, end: number): number {
  const limit = Math.min(end, at + LONGEST_BREAK + 1);
  let p = afterSpaces(u8, at, limit);
  if (p < limit && u8[p] === CR) p += p + 1 < limit && u8[p + 1] === LF ? 2 : 1;
  else if (p < limit && (u8[p] === LF || u8[p] === VT)) p++;
  else if (p + 2 < limit && LINE_SEPARATOR.every((byte, i) => u8[p + i] === byte)) p += 3;
  else return 0;
  p = afterSpaces(u8, p, limit);
  return p - at > LONGEST_BREAK ? 0 : p;
}

const [TAB, LF, VT, CR, SPACE] = [0x09, 0x0a, 0x0b, 0x0d, 0x20];
/** U+2028 */
const LINE_SEPARATOR = [0xe2, 0x80, 0xa8];

function afterSpaces(u8: Uint8Array, at: number, limit: number): number {
  let p = at;
  while (p < limit && (u8[p] === SPACE || u8[p] === TAB)) p++;
  return p;
}
