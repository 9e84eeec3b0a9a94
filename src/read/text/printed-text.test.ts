import { describe, expect, it } from 'vitest';
import { printedText } from './printed-text.ts';

describe('printedText', () => {
  const page = (number: number, ...lines: string[]) =>
    [
      'RFC 9999            A Title          May 1999',
      '',
      ...lines,
      '',
      `Author        Standard      [Page ${number}]`,
    ].join('\n');

  it('removes heads, feet and page numbers around form feeds, and joins what they cut', () => {
    const more = Array(5).fill('   A page is longer than its head and foot, which are little of it.');
    const text = [
      page(1, '   One paragraph ends here.', '', ...more, '   Another one is cut'),
      page(2, '   in the middle.', '', ...more, '   Third.'),
      page(3, '   Fourth.', ...more),
    ].join('\n\f\n');
    const between = more.join('\n');
    expect(printedText(text)).toBe(
      `   One paragraph ends here.\n\n${between}\n   Another one is cut\n   in the middle.\n\n${between}\n   Third.\n\n   Fourth.\n${between}`,
    );
  });

  it('removes nothing if the edges of pages have nothing in common', () => {
    expect(printedText('a b c\n\nd e f.\fg h i\n\nj k l.\fm n o')).toBe(
      'a b c\n\nd e f.\n\ng h i\n\nj k l.\n\nm n o',
    );
  });

  it('joins Chinese lines that the width of the page ended, and no others', () => {
    const line = '这是一行很长的中文文字它一直延伸到页面的右边缘然后被换行符切断了所以要接起来';
    const bytes = Buffer.from(`${line}\n接下来的文字。\n\n短行\n短行\n${line}\nEnglish\n`);
    expect(printedText(bytes)).toBe(`${line}接下来的文字。\n\n短行\n短行\n${line}\nEnglish\n`);
  });

  it('leaves all other text as it is, to the byte', () => {
    for (const text of ['a\r\nb\n\nc', 'Привіт\nсвіте', '', 'x\n']) {
      const bytes = Buffer.from(text);
      expect(printedText(bytes)).toBe(bytes);
    }
  });
});
