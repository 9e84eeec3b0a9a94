import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { linesAt, pdfOf, toldOf } from '../extract.cases.ts';
import { pdf } from '../pdf.ts';
import { fontLetters } from './font-letters.ts';

/** Printed by Chromium, its streams not compressed, without the tables that name letters: its codes are numbers of glyphs. */
const FILE = readFileSync(new URL('unnamed-glyphs.pdf', import.meta.url), 'latin1');
const told = (file: string) => toldOf(pdf, Buffer.from(file, 'latin1'));
const UNKNOWN = /^Its fonts do not say which characters their glyphs are/;

describe('glyphs of a font that does not name its letters', () => {
  it('glyphs of a font that does not name its letters are read by the letters that the embedded font has for them', async () => {
    expect(await told(FILE)).toBe('The ferry to the island leaves at nine.');
  });

  it('glyphs of a font that does not name its letters are a problem, and no text, if the font has no letters for them', async () => {
    expect(await told(FILE.replaceAll('cmap', 'none'))).toMatch(UNKNOWN);
  });

  it('glyphs of a font that does not name its letters are a problem if the page draws glyphs of other widths: it numbers them otherwise', async () => {
    const otherwise = FILE.replace(/\/W \[.*?\] *\]/s, (widths) =>
      widths.replace(/[1-8](?=[0-9]{2})/g, (digit) => String(9 - Number(digit))),
    );
    expect(otherwise).not.toBe(FILE);
    expect(await told(otherwise)).toMatch(UNKNOWN);
  });

  it('glyphs of a font that does not name its letters are a problem if they are a fifth of the letters, and left out if they are few', async () => {
    const font =
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[88/g1/g2]>>>>';
    const read = (line: string) => toldOf(pdf, pdfOf([linesAt(72, 700, [line])], '', { font, objects: [] }));
    expect(await read('Most of this line of text can be read X')).toBe(
      'Most of this line of text can be read',
    );
    expect(await read('Little of it can be XYXY XYXYXYX')).toMatch(UNKNOWN);
  });

  it('glyphs of a font that does not name its letters are unknown in a font that is damaged', () => {
    const at = FILE.indexOf('\0\u0001\0\0\0');
    const font = Buffer.from(FILE.slice(at, at + 4000), 'latin1');
    for (const length of [0, 4, 11, 60, 200, 400])
      expect(fontLetters(font.subarray(0, length))).toBeUndefined();
  });
});
