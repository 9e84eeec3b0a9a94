import { describe, expect, it } from 'vitest';
import type { Pdfium } from './pdfium.ts';
import { NOTHING, TRUE_SPACE } from './signs.ts';
import { mendStrays } from './strays.ts';

/** A character with the left and right side of its box, and its object; '_' is a space that PDFium added, '⏎' the end of a line. */
type Placed = readonly [character: string, left: number, right: number, object: number];

/** The text of characters on a line of the height 16, with '_' for a space that PDFium added and may be none. */
function mended(line: readonly Placed[]): string {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const pdfium = {
    memory,
    FPDFText_GetTextObject: (_: number, i: number) => line[i][3],
    FPDFText_IsGenerated: (_: number, i: number) => ('_⏎'.includes(line[i][0]) ? 1 : 0),
    FPDFText_GetCharOrigin: (_: number, i: number, x: number) =>
      new Float64Array(memory.buffer, x, 2).set([line[i][2], 100]),
    FPDFText_GetLooseCharBox: (_: number, i: number, box: number) =>
      new Float32Array(memory.buffer, box, 4).set([line[i][1], 112, line[i][2], 96]),
  } as unknown as Pdfium;
  const codes = Uint32Array.from(line, ([character]) => CODES[character] ?? character.codePointAt(0)!);
  const signs = mendStrays(codes, pdfium, 0, 0);
  return [...codes]
    .map((code, i) => (TEXTS[code] ?? String.fromCodePoint(code)) + (signs.get(i) ?? ''))
    .join('');
}

const CODES: Readonly<Record<string, number>> = { _: 0x20, '⏎': 0x0a };
const TEXTS: Readonly<Record<number, string>> = { 32: '_', 10: '⏎', [NOTHING]: '', [TRUE_SPACE]: ' ' };

// boxes as LibreOffice 7.4 prints them
describe('signs and spaces out of their place', () => {
  const TANG: readonly Placed[] = [
    ['ต', 159, 166, 1],
    ['ั', 162.6, 166.7, 1],
    ['ง', 166.3, 172.2, 2],
  ];

  it('a sign of Thai that PDFium has at the end of the line follows the letter that it stands over', () => {
    const line: Placed[] = [...TANG, ['ด', 389, 395.8, 2], ['_', 396, 396, 0], ['้', 163.7, 166.6, 3]];
    expect(mended([...line, ['⏎', 396, 396, 0], ['ว', 57, 63, 4]])).toBe('ตั้งด⏎⏎⏎ว');
  });

  it('a sign of Thai that begins in the gap after its letter follows that letter', () => {
    const line: Placed[] = [
      ['ร', 489.9, 495.3, 1],
      ['_', 496.3, 496.3, 1],
      ['ั', 492.7, 496.8, 1],
      ['ง', 496, 501.9, 2],
    ];
    expect(mended([...line, ['้', 494, 496.9, 3]])).toBe('ร_ั้ง⏎');
  });

  it('a space that PDFium has inside a word counts where the gap is that it stands in', () => {
    const line: Placed[] = [
      ['น', 320, 327.5, 1],
      ['_', 330.4, 330.4, 1],
      ['แ', 330.4, 337.5, 1],
      ['ท', 350.1, 357.3, 1],
      [' ', 327.5, 330.4, 2],
      ['ำ', 354.6, 362.5, 3],
    ];
    expect(mended(line)).toBe('น แทำ');
  });

  it('signs and spaces in their place stay there', () => {
    const line: Placed[] = [...TANG, [' ', 172.2, 175, 3], ['ก', 175, 182, 1], ['้', 178, 182, 4]];
    expect(mended(line)).toBe('ตัง_ก้');
  });

  it('a page of signs that stand over no letter takes time in proportion', () => {
    const line: Placed[] = Array.from({ length: 20_000 }, (_, i) => ['้', 5000, 5001, i + 1]);
    const start = performance.now();
    expect(mended([['ก', 0, 5, 1], ...line])).toHaveLength(20_001);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
