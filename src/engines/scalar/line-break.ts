/** Line breaks that separate nothing, between letters of scripts without spaces: what `assembly/line-break.ts` must compute. */

/** Bytes of the longest one. Breaks with more white space separate. */
const LONGEST_BREAK = 16;

/** The place after one line break (LF, CR, or both) at `at` and the spaces and tabs around it; 0 if there is none. */
export function afterLineBreak(u8: Uint8Array, at: number, end: number): number {
  const limit = Math.min(end, at + LONGEST_BREAK + 1);
  let p = afterSpaces(u8, at, limit);
  if (p < limit && u8[p] === CR) p += p + 1 < limit && u8[p + 1] === LF ? 2 : 1;
  else if (p < limit && u8[p] === LF) p++;
  else return 0;
  p = afterSpaces(u8, p, limit);
  return p - at > LONGEST_BREAK ? 0 : p;
}

const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20];

function afterSpaces(u8: Uint8Array, at: number, limit: number): number {
  let p = at;
  while (p < limit && (u8[p] === SPACE || u8[p] === TAB)) p++;
  return p;
}
