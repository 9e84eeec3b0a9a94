import { describe, expect, it } from 'vitest';
import { linesAt, pdfOf, toldOf } from '../extract.cases.ts';
import { pdf } from '../pdf.ts';

/** Writes a text as the numbers that TrueType's standard order has for its glyphs. */
function numbered(text: string): string {
  const codes = Array.from(text, (char) => (char === 'ö' ? 0x7c : char.charCodeAt(0) - 29));
  return codes.map((code) => `\\${code.toString(8).padStart(3, '0')}`).join('');
}

/** Lines whose strings are escaped already. */
const page = (lines: readonly string[]) =>
  `BT /F1 10 Tf 72 700 Td ${lines.map((line) => `(${line}) Tj 0 -12 Td`).join(' ')} ET`;
const told = (lines: readonly string[], font?: string) =>
  toldOf(pdf, pdfOf([page(lines)], '', font === undefined ? {} : { font, objects: [] }));

describe('glyphs that are numbered in the standard order', () => {
  const lines = ['The ferry to the island', 'leaves at 9 and möglich at 10'];

  it('numbers of glyphs that PDFium takes for letters are read as the letters of the standard order; if their encoding names none of them, they are a problem', async () => {
    const differences = `<</Type/Encoding/Differences[3${Array.from({ length: 117 }, (_, i) => `/g${i + 3}`).join('')}]>>`;
    const fonts = [
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      '<</Type/Font/Subtype/TrueType/BaseFont/Arial/Encoding/WinAnsiEncoding>>',
      `<</Type/Font/Subtype/TrueType/BaseFont/Arial/FontDescriptor<</Type/FontDescriptor/FontName/Arial/Flags 4>>/Encoding ${differences}>>`,
    ];
    const [own, named, unnamed] = await Promise.all(fonts.map((font) => told(lines.map(numbered), font)));
    expect([own, named]).toEqual([lines.join(' '), lines.join(' ')]);
    expect(unnamed).toMatch(/^Its fonts do not say which characters their glyphs are/);
  });

  it('numbers beyond the known order make a document a problem if they are a fifth of its letters', async () => {
    const unknown = '\\270'.repeat(12);
    expect(await told([`${numbered('the ferry leaves')}\\003${unknown}`])).toMatch(
      /^Its fonts do not say which characters their glyphs are/,
    );
  });

  it('ordinary text beside a stray control character stays as it is', async () => {
    expect(await told(['STRAY\\003CONTROL CHARACTER 7KH'])).toBe('STRAY CONTROL CHARACTER 7KH');
    expect(await told(['CAPITALS\\003AND NOTHING'])).toBe('CAPITALS AND NOTHING');
    expect(await told(['CAPITALS\\003BECAUSE'])).toBe('CAPITALS BECAUSE');
    expect(await toldOf(pdf, pdfOf([linesAt(72, 700, ['The ferry leaves at nine.'])]))).toBe(
      'The ferry leaves at nine.',
    );
  });
});
