import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toldOf } from '../extract.cases.ts';
import { pdf } from '../pdf.ts';
import { mendClusters } from './letter-clusters.ts';
import type { Pdfium } from './pdfium.ts';
import { NOTHING } from './signs.ts';

/** A character with the left and right side of its box, and its origin; '_' is a space that PDFium added. */
type Placed = readonly [character: string, left: number, right: number, origin: number];

/** The text of characters on a line of the height 19. */
function mended(line: readonly Placed[]): string {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const pdfium = {
    memory,
    malloc: () => 1024,
    free: () => {},
    FPDFText_GetTextObject: () => 0,
    FPDFPageObj_CountMarks: () => 0,
    FPDFPageObj_GetMark: () => 0,
    FPDFText_IsGenerated: (_: number, i: number) => (line[i][0] === '_' ? 1 : 0),
    FPDFText_GetCharOrigin: (_: number, i: number, x: number) =>
      new Float64Array(memory.buffer, x, 1).set([line[i][3]]),
    FPDFText_GetLooseCharBox: (_: number, i: number, box: number) =>
      new Float32Array(memory.buffer, box, 4).set([line[i][1], 19, line[i][2], 0]),
  } as unknown as Pdfium;
  const codes = Uint32Array.from(line, ([character]) =>
    character === '_' ? 0x20 : character.codePointAt(0)!,
  );
  mendClusters(codes, pdfium, 0, 0);
  return [...codes].map((code) => (code === NOTHING ? '' : String.fromCodePoint(code))).join('');
}

describe('letters with signs around them', () => {
  it('letters with signs around them come once and without spaces between them, in Thai and Hindi as Chromium prints them', async () => {
    // printed from <p>เขียนขึ้นเพื่อผู้ใหญ่</p><p>पंचायत ने तय किया कि</p>
    const file = readFileSync(new URL('letter-clusters.pdf', import.meta.url));
    expect(await toldOf(pdf, file)).toBe('เขียนขึ้นเพื่อผู้ใหญ่\n\nपंचायत ने तय किया कि');
  });

  it('letters with signs around them have no space after a sign whose letter touches the next, nor before a sign', () => {
    const touching: Placed[] = [
      ['क', 399.3, 407.8, 399.3],
      ['ु', 400.2, 405.4, 405.2],
      ['_', 407.6, 407.6, 407.6],
      ['ल', 407.6, 415.2, 407.6],
    ];
    expect(mended(touching)).toBe('कुल');
    expect(
      mended([
        ['न', 0, 8, 0],
        ['_', 20, 20, 20],
        ['े', 21, 25, 25],
      ]),
    ).toBe('ने');
  });

  it('letters with signs around them have a space where there is a gap, although a sign above the letter before begins where the last letter does', () => {
    const apart: Placed[] = [
      ['ं', 143.5, 147.2, 147.2],
      ['भ', 147.2, 161.5, 147.2],
      ['_', 164, 164, 164],
      ['क', 172.1, 187.6, 172.1],
    ];
    expect(mended(apart)).toBe('ंभ क');
  });

  it('a gap between letters of Thai is a space if those beside it are narrower, and none in a line justified by such gaps', () => {
    /** Letters 7 wide with gaps of this width, and one of another before the fifth. */
    const line = (gap: number, other: number): Placed[] =>
      [...'กขคงจฉช'].flatMap((letter, i): Placed[] => {
        const left = i * (7 + gap) + (i > 3 ? other - gap : 0);
        const placed: Placed = [letter, left, left + 7, left];
        return i === 4 || (gap > 1 && i > 1) ? [['_', left, left, left], placed] : [placed];
      });
    expect(mended(line(0.1, 2.9))).toBe('กขคง\u00a0จฉช');
    expect(mended(line(2.8, 2.9)).replaceAll(' ', '')).toBe('กขคงจฉช');
  });
});
