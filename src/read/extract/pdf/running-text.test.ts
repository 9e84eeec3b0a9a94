import { expect, it } from 'vitest';
import type { Line } from './page-lines.ts';
import { runningText } from './running-text.ts';

/** Lines of the height 17 in a column of the width 480, with the places of their lower edges. */
function page(...lines: readonly (readonly [text: string, bottom: number, right?: number])[]): string {
  const made = lines.map(
    ([text, bottom, right = 480]): Line => ({
      text,
      left: 0,
      right,
      bottom,
      top: bottom + 17,
      columnLeft: 0,
      columnRight: 480,
    }),
  );
  return runningText([made]);
}

it('lines of Thai, which has no marks at the ends of sentences, are paragraphs where they stand farther apart', () => {
  expect(page(['ที่ประชุม', 700], ['ตัดสินใจ', 686, 440], ['เราวัด', 666], ['โรงงาน', 652])).toBe(
    'ที่ประชุมตัดสินใจ\n\nเราวัดโรงงาน',
  );
});

it('lines of Thai at equal distances, and the first line of the next column, continue the sentence', () => {
  expect(page(['ที่ประชุม', 700], ['ตัดสินใจ', 686], ['เราวัด', 672], ['โรงงาน', 720])).toBe(
    'ที่ประชุมตัดสินใจเราวัดโรงงาน',
  );
});
