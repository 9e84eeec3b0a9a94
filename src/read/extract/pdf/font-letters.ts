/**
 * Which letters glyphs stand for if the file does not say: a font without that table, whose codes are numbers of glyphs. The embedded font often has
 * the table that a keyboard needs (`cmap`), from letters to glyphs. It counts only if the glyphs that it names are as wide as those on the page: a
 * file may number them otherwise.
 */

/** The table of an embedded font: letters and widths by the number of a glyph. */
export interface FontLetters {
  readonly letters: ReadonlyMap<number, number>;
  /** The width of a glyph, by the size of the font. */
  widthOf(glyph: number): number;
}

/** Undefined if the font is not TrueType or OpenType, is damaged, or has no such table. */
export function fontLetters(font: Uint8Array): FontLetters | undefined {
  try {
    return readFont(new DataView(font.buffer, font.byteOffset, font.byteLength));
  } catch (error) {
    // a place beyond the end of a damaged font
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readFont(view: DataView): FontLetters | undefined {
  const tables = new Map<string, number>();
  for (let i = 0, at = 12; i < view.getUint16(4); i++, at += 16) {
    const name = String.fromCharCode(...[0, 1, 2, 3].map((n) => view.getUint8(at + n)));
    tables.set(name, view.getUint32(at + 8));
  }
  const [cmap, head, hhea, hmtx] = ['cmap', 'head', 'hhea', 'hmtx'].map((name) => tables.get(name));
  if (cmap === undefined || head === undefined || hhea === undefined || hmtx === undefined) return undefined;
  const letters = new Map<number, number>();
  for (let i = 0; i < view.getUint16(cmap + 2); i++) {
    const at = cmap + 4 + 8 * i;
    if (isUnicode(view.getUint16(at), view.getUint16(at + 2)))
      enter(view, cmap + view.getUint32(at + 4), letters);
  }
  if (letters.size === 0) return undefined;
  const unit = view.getUint16(head + 18);
  const last = view.getUint16(hhea + 34) - 1;
  return { letters, widthOf: (glyph) => view.getUint16(hmtx + 4 * Math.min(glyph, last)) / unit };
}

function isUnicode(platform: number, encoding: number): boolean {
  return platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
}

/** The letters of each glyph: of several, the lowest, since a space comes before one that does not break. */
function enter(view: DataView, at: number, letters: Map<number, number>): void {
  const add = (code: number, glyph: number) => {
    const known = letters.get(glyph);
    if (glyph !== 0 && (known === undefined || code < known)) letters.set(glyph, code);
  };
  const format = view.getUint16(at);
  if (format === 12) {
    for (let i = 0, group = at + 16; i < view.getUint32(at + 12); i++, group += 12) {
      const [first, end, glyph] = [0, 4, 8].map((n) => view.getUint32(group + n));
      if (end > 0x10ffff) return;
      for (let code = first; code <= end; code++) add(code, glyph + code - first);
    }
  }
  if (format !== 4) return;
  const segments = view.getUint16(at + 6);
  for (let i = at + 14; i < at + 14 + segments; i += 2) {
    const [end, start, delta] = [i, i + segments + 2, i + 2 * segments + 2].map((place) =>
      view.getUint16(place),
    );
    const offsetAt = i + 3 * segments + 2;
    const offset = view.getUint16(offsetAt);
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const own = offset === 0 ? code : view.getUint16(offsetAt + offset + 2 * (code - start));
      add(code, own === 0 ? 0 : (own + delta) & 0xffff);
    }
  }
}
