import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toldOf } from '../extract.cases.ts';
import { pdf } from '../pdf.ts';

describe('letters with signs around them', () => {
  it('come once and without spaces between them, in Thai and Hindi as Chromium prints them', async () => {
    // printed from <p>เขียนขึ้นเพื่อผู้ใหญ่</p><p>पंचायत ने तय किया कि</p>
    const file = readFileSync(new URL('clusters.pdf', import.meta.url));
    expect(await toldOf(pdf, file)).toBe('เขียนขึ้นเพื่อผู้ใหญ่\n\nपंचायत ने तय किया कि');
  });
});
