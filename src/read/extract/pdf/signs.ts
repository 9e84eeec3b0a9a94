/** Letters of scripts that write signs above, below and around them. */

/** In the place of a character that is none. */
export const NOTHING = 0x11_0000;

/** In the place of a space that PDFium added and that is one for sure. */
export const TRUE_SPACE = 0xa0;

/** Devanagari to Myanmar, and Khmer. */
export function isClustered(code: number): boolean {
  return (code >= 0x900 && code < 0x10a0) || (code >= 0x1780 && code < 0x1800);
}

export function isSign(code: number): boolean {
  return /^\p{M}/u.test(String.fromCodePoint(code));
}
