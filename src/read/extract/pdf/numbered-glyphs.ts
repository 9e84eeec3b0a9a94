/**
 * Pages whose codes are numbers of glyphs although their font names no other meaning, so that PDFium takes them for letters (`7KH` for The).
 * Most fonts number glyphs in the order of TrueType's standard: the space is 3, and other characters of ASCII follow.
 */
import { UNKNOWN } from './unnamed-glyphs.ts';

/** The number of the space. No text has this character, by which such a font is recognized. */
const SPACE_GLYPH = 3;
/** The last glyphs of ASCII, and of those that can be told. */
const LAST_ASCII = 97;
const LAST_KNOWN = 127;
const FROM_ASCII = 29;
/** From the code of an older charset, which has no character at 127. */
const FROM_ROMAN = 30;
/** Characters that a font must have before it is judged, the share that must then be small letters, and the share of ^ _ ` that may be. */
const LEAST = 8;
const MOST_LETTERS = 0.6;
const FEW = 0.02;

/** What is known of the character at an index besides its code. */
export interface CharacterFacts {
  /** The font that draws it. */
  fontOf(index: number): number;
  /** PDFium added it between words or lines. */
  isGenerated(index: number): boolean;
}

/** Writes letters for such numbers. Those beyond ASCII's are mostly not known. */
export function readNumberedGlyphs(codes: Uint32Array, { fontOf, isGenerated }: CharacterFacts): void {
  if (!codes.includes(SPACE_GLYPH)) return;
  const byFont = new Map<number, number[]>();
  for (let i = 0; i < codes.length; i++) {
    if (isGenerated(i)) continue;
    const font = fontOf(i);
    const places = byFont.get(font);
    if (places === undefined) byFont.set(font, [i]);
    else places.push(i);
  }
  for (const places of byFont.values()) {
    if (!isNumbered(places.map((i) => codes[i]))) continue;
    for (const i of places) codes[i] = letterOf(codes[i]);
  }
}

/** A text of capitals has A, B and C, which would be ^ _ ` in this order, and spaces of its own. */
function isNumbered(codes: readonly number[]): boolean {
  if (!codes.includes(SPACE_GLYPH) || codes.includes(0x20)) return false;
  const visible = codes.filter((code) => code > SPACE_GLYPH && code <= LAST_KNOWN);
  const small = visible.filter((code) => isSmall(code + FROM_ASCII)).length;
  const odd = visible.filter((code) => code >= 0x41 && code <= 0x43).length;
  return visible.length >= LEAST && small >= MOST_LETTERS * visible.length && odd <= FEW * visible.length;
}

function isSmall(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

function letterOf(glyph: number): number {
  if (glyph < SPACE_GLYPH) return glyph;
  if (glyph <= LAST_ASCII) return glyph + FROM_ASCII;
  return glyph <= LAST_KNOWN ? roman.decode(Uint8Array.of(glyph + FROM_ROMAN)).charCodeAt(0) : UNKNOWN;
}

const roman = new TextDecoder('macintosh');
