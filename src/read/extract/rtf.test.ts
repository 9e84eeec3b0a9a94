import { describe, expect, it } from 'vitest';
import { toldOf } from './extract.cases.ts';
import { rtf, rtfToText } from './rtf.ts';

const read = (content: string) => rtfToText(Buffer.from(`{\\rtf1\\ansi ${content}}`, 'latin1'));

describe('RTF', () => {
  it('reads English with quotes, dashes, escapes, tables and line ends', () => {
    expect(
      read(
        `{\\fonttbl{\\f0 Arial;}}{\\info{\\title T}}\\f0\\fs24 {\\b Bo}ld \\ldblquote q\\rdblquote\\emdash\\'92s \\{x\\}\\par\r\nnext\\line line\\~s\\_h\\-y\\par ` +
          'a\\cell b\\cell\\row c\\cell d\\cell\\row',
      ),
    ).toBe('Bold “q”—’s {x}\n\nnext\nline s-hy\n\na\tb\n\nc\td');
  });

  it('reads Ukrainian by code page, by font, and as Unicode with its fallback left out', () => {
    expect(read("\\ansicpg1251 \\'af\\'e6\\'e0\\'ea")).toBe('Їжак');
    expect(read("{\\fonttbl{\\f0 A;}{\\f1\\fcharset204 B;}}\\f1 \\'af\\'e6{\\f0 \\'e9}\\'e0\\'ea")).toBe(
      'Їжéак',
    );
    expect(read("\\uc1\\u1031?\\u1078\\'3f\\u1072 a\\u1082?{\\uc0\\u1080}{\\uc2\\u1110\\'81\\'82}.")).toBe(
      'Їжакиі.',
    );
  });

  it('reads Chinese in double bytes, even if the second is a plain letter, and beyond the first plane', () => {
    expect(read("{\\fonttbl{\\f1\\fcharset134 SimSun;}}\\f1 \\'d6\\'d0\\'ce\\'c4\\'81@")).toBe('中文丂');
    expect(read('\\ansicpg936 \\u20013?\\u25991?\\u-10179?\\u-8704?')).toBe('中文😀');
  });

  it('leaves out pictures, headers, comments, numbers of lists, deleted and hidden text, and optional groups', () => {
    expect(
      read(
        'a{\\header h}{\\pict 0102{\\*\\x y}}{\\*\\unknown z}{\\listtext 1.\\tab}{\\deleted d}{\\v hidden}' +
          '{\\*\\annotation c}{\\field{\\*\\fldinst HYPERLINK "u"}{\\fldrslt link}}{\\bin5 }}}}}b{\\object{\\*\\objdata 00}{\\result r}}',
      ),
    ).toBe('alinkbr');
  });

  it('puts footnotes at the end, reads a text box once, and the Unicode version of what is there twice', () => {
    expect(read('Body{\\footnote Note} goes on.')).toBe('Body goes on.\n\nNote');
    expect(read('x{\\shp{\\*\\shpinst{\\sp{\\sn n}{\\sv v}}{\\shptxt box}}{\\shprslt box}}')).toBe('xbox');
    expect(read('{\\upr{ansi}{\\*\\ud{\\uc0\\u1031}}}')).toBe('Ї');
  });

  it('reads notes that are marked as optional, as LibreOffice writes them, footnotes and endnotes', () => {
    const note = (kind: string, text: string) =>
      `{\\super \\chftn{\\*\\footnote${kind}\\chftn\\pard\\plain \\fi-340 ${text}}}`;
    expect(read(`Body${note('', 'A note.')} goes on${note('\\ftnalt', 'The end.')}.\\par`)).toBe(
      'Body goes on.\n\nA note.\n\nThe end.',
    );
  });

  it('survives missing and surplus braces, cut escapes and nesting of 100,000', async () => {
    expect(read('a}}}}b')).toBe('ab');
    expect(read(`${'{'.repeat(100_000)}deep`)).toBe('deep');
    for (const end of ['\\', "\\'", "\\'z", '\\u', '\\bin99999999', '\\uc-5 x', '{\\*']) {
      expect(await toldOf(rtf, `{\\rtf1 a${end}`)).toMatch(/^a/);
    }
  });

  it('keeps a raised digit after a digit apart: 10² is not 102', () => {
    expect(read('10{\\super 2} 10\\super 3\\nosupersub 0 H{\\sub 2}O')).toBe('10² 10³0 H2O');
  });
});
