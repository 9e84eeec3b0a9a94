import { describe, expect, it } from 'vitest';
import { linesAt, pdfOf, pdfStream, toldOf } from './extract.cases.ts';
import { pdf } from './pdf.ts';

const read = (pages: readonly string[]) => toldOf(pdf, pdfOf(pages));

/** A line in a font that names its characters. @param ranges Codes and what they are. */
function readMapped(ranges: string, draw: string): Promise<string> {
  const table = pdfStream(
    '/CIDInit/ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange ' +
      `${1 + ranges.split(' ').length / 3} beginbfrange <20> <60> <0020> ${ranges} endbfrange endcmap end`,
  );
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 10 0 R>>';
  return toldOf(pdf, pdfOf([`BT /F1 10 Tf 72 700 Td ${draw} ET`], '', { font, objects: [table] }));
}

describe('PDF', () => {
  it('joins the lines of a paragraph and separates paragraphs by the space between them', async () => {
    const page = [
      linesAt(72, 700, [
        'The first paragraph has two lines of which this one',
        'is the second and last of them, as it is here.',
      ]),
      linesAt(72, 650, ['Another paragraph stands below it, after some space.']),
    ].join('\n');
    expect(await read([page])).toBe(
      'The first paragraph has two lines of which this one is the second and last of them, as it is here.\n\n' +
        'Another paragraph stands below it, after some space.',
    );
  });

  it('reads a small raised digit as such after a digit, and as a digit after a letter', async () => {
    const raised = (text: string, rise = 4) => `${rise} Ts /F1 6 Tf (${text}) Tj 0 Ts /F1 10 Tf`;
    const line = `BT /F1 10 Tf 72 700 Td (of 10) Tj ${raised('24')} ( and 7) Tj ${raised('th')} ( m) Tj ${raised('2')} ( H) Tj ${raised('2', -2)} (O, 1) Tj ${raised('2', -2)} (.) Tj ET`;
    expect(await read([line])).toBe('of 10²⁴ and 7th m2 H2O, 12.');
    const drawnApart = [
      'BT /F1 10 Tf 72 700 Td (about 10) Tj ET',
      'BT /F1 6 Tf 110.8 704 Td (2) Tj ET',
      'BT /F1 10 Tf 117 700 Td (tons) Tj ET',
    ];
    expect(await read([drawnApart.join('\n')])).toMatch(/^about 10² ?tons$/);
  });

  it('reads by place, not in the order in which the file draws', async () => {
    const page = [
      linesAt(72, 688, ['and the second line.']),
      linesAt(72, 700, ['The first']),
      linesAt(116, 700, ['line']),
    ].join('\n');
    expect(await read([page])).toMatch(/^The first line\s+and the second line\.$/);
  });

  it('reads columns one after the other, under the title over both', async () => {
    const left = Array.from({ length: 12 }, (_, i) => `left words of line number ${i + 10} are here`);
    const right = Array.from({ length: 12 }, (_, i) => `right words of line number ${i + 10} are here`);
    const rows = left.map(
      (line, i) => linesAt(72, 650 - 12 * i, [line]) + linesAt(320, 650 - 12 * i, [right[i]]),
    );
    const text = await read([
      linesAt(72, 700, ['A title that goes from the left side over to the right side of the page'], 14) +
        rows.join('\n'),
    ]);
    expect(text.replaceAll(/\s+/g, ' ')).toBe(
      ['A title that goes from the left side over to the right side of the page', ...left, ...right].join(
        ' ',
      ),
    );
  });

  it('keeps the rows of a table together', async () => {
    const rows = ['one', 'two', 'six', 'ten', 'red', 'sky', 'sun', 'sea'];
    const text = await read([
      rows
        .map(
          (word, i) =>
            linesAt(72, 700 - 12 * i, [word]) + linesAt(300, 700 - 12 * i, [`value of ${word} is given`]),
        )
        .join('\n'),
    ]);
    expect(text.replaceAll('\t', ' ')).toContain('one value of one is given');
    expect(text.replaceAll('\t', ' ')).toContain('sea value of sea is given');
  });

  it('reads a table cell by cell if its cells have several lines and are drawn so', async () => {
    const cell = (row: number, column: number) =>
      ['one', 'two', 'three'].map((line) => `the ${line} line of cell ${row} and ${column}`);
    const cells = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => ({ row, column })));
    const page = cells.map(({ row, column }) =>
      linesAt(60 + 160 * column, 700 - 50 * row, cell(row, column)),
    );
    expect((await read([page.join('')])).replaceAll(/\s+/g, ' ')).toBe(
      cells.flatMap(({ row, column }) => cell(row, column)).join(' '),
    );
  });

  it('reads what is drawn late where it stands: a head above columns, and a word in the gap of its line', async () => {
    const left = Array.from({ length: 24 }, (_, i) => `left words of line number ${i + 10} are here`);
    const right = Array.from({ length: 24 }, (_, i) => `right words of line number ${i + 10} are here`);
    left[3] = 'a line with a           word in it, and more';
    const page = [
      linesAt(72, 650, left),
      linesAt(320, 650, right),
      linesAt(129, 614, ['bold']),
      linesAt(72, 700, ['A head that goes from the left side over to the right side of the page']),
    ];
    left[3] = 'a line with a bold word in it, and more';
    expect((await read([page.join('')])).replaceAll(/\s+/g, ' ')).toBe(
      ['A head that goes from the left side over to the right side of the page', ...left, ...right].join(' '),
    );
  });

  it('reads characters beyond the first plane, which PDFium gives in halves', async () => {
    expect(await readMapped('<61> <61> <d83dde03> <62> <62> <d842dfb7>', '(of a and b.) Tj')).toBe(
      'of 😃 😃nd 𠮷.',
    );
  });

  it('puts no spaces into a justified line of Chinese, but keeps those that the file draws', async () => {
    const han = '<61> <7a> <4e00>';
    expect(await readMapped(han, '[(a) -400 (b) -400 (c) -400 (d) -400 (e) -400 (f)] TJ')).toBe(
      '一丁丂七丄丅',
    );
    expect(await readMapped(han, '(abc def) Tj')).toBe('一丁丂 七丄丅');
  });

  it('mends words cut at line ends, and keeps hyphens that belong to the word', async () => {
    const text = await read([
      linesAt(72, 700, [
        'A document about extraction and a well-known method, whose extrac-',
        'tion goes on here with words that are long enough, and another well-',
        'known thing that ends the second line, and more of the same until XML-',
        'Based text comes along.',
      ]),
    ]);
    expect(text).toContain('whose extraction goes on');
    expect(text).toContain('another well-known thing');
    expect(text).toContain('XML-Based');
  });

  it('leaves out running heads and page numbers, and joins paragraphs over pages', async () => {
    const bodies = [
      [
        'Alpha begins the text of this page, has a second and a third line as books',
        'do, which is why it goes on for some more words, and then it',
      ],
      [
        'bravo goes on with it for a line that is long enough to be text of a page',
        'with all that is said there about alphabets, and comes to an',
      ],
      [
        'charlie which is the end of all of it, after one more line that goes from',
        'edge to edge of the page, like those of the other pages.',
      ],
      [
        'Delta is a page of its own, and it is as long as the pages before it are, so',
        'it ends as late as the others do, which are also full.',
      ],
    ];
    const pages = bodies.map((body, i) =>
      [
        linesAt(72, 750, [`The Title of the Book - Part ${i < 2 ? 'One' : 'Two'}`]),
        linesAt(72, 700, body),
        linesAt(300, 40, [String(i + 7)]),
      ].join('\n'),
    );
    expect(await read(pages)).toBe(
      [bodies.slice(0, 3), bodies.slice(3)].map((part) => part.flat().join(' ')).join('\n\n'),
    );
  });

  it('keeps the only line of a page, however alike those of the pages are', async () => {
    const page = (country: string) => linesAt(72, 700, [`This is a page about ${country}.`]);
    expect(await read([page('France'), page('Spain')])).toBe(
      'This is a page about France.\n\nThis is a page about Spain.',
    );
  });

  it('says that a file without text may be scanned, and what is damaged, truncated or locked', async () => {
    expect(await read(['0 0 100 100 re f'])).toMatch(/no text in it.*OCR/);
    expect(await toldOf(pdf, '%PDF-1.7\n')).toMatch(/truncated or damaged/);
    expect(await toldOf(pdf, pdfOf(['x']).slice(0, 60))).toMatch(/truncated or damaged|no text/);
    const locked = pdfOf(
      [linesAt(72, 700, ['x'])],
      `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>/P -4>>`,
    );
    expect(await toldOf(pdf, locked)).toMatch(/password/);
    const strange = pdfOf(['x'], '/Encrypt<</Filter/Secret/V 9/R 9>>');
    expect(await toldOf(pdf, strange)).toMatch(/encryption|password|damaged/);
  });

  it('survives pages that refer to themselves, and reads the next file after a failure', async () => {
    const loop = pdfOf(['x']).replace('/Kids[4 0 R]', '/Kids[2 0 R]');
    expect(await toldOf(pdf, loop)).toMatch(/truncated or damaged|no text/);
    expect(await read([linesAt(72, 700, ['fine'])])).toBe('fine');
    expect(await toldOf(pdf, pdfOf([linesAt(72, 700, ['x'])]), { documentMemory: 1 << 20 })).toMatch(
      /^x$|memory/,
    );
    expect(await read([linesAt(72, 700, ['fine'])])).toBe('fine');
  });

  it('takes the values of form fields and the words of notes, each once and visible ones in their place', async () => {
    const file = pdfOf([linesAt(72, 700, ['Name']) + linesAt(72, 600, ['Signed'])], '', {
      catalog: '/AcroForm<</Fields[10 0 R 12 0 R]/DA(/F1 10 Tf)/DR<</Font<</F1 3 0 R>>>>>>',
      page: '/Annots[10 0 R 13 0 R 14 0 R 15 0 R]',
      objects: [
        '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Olena Petrenko)/F 4/Rect[150 695 400 715]/AP<</N 11 0 R>>>>',
        pdfStream(
          'BT /F1 10 Tf 2 5 Td (Olena Petrenko) Tj ET',
          '/Type/XObject/Subtype/Form/BBox[0 0 250 20]/Resources<</Font<</F1 3 0 R>>>>',
        ),
        '<</FT/Tx/T(story)/V(five years in a library)/Kids[13 0 R]>>',
        '<</Type/Annot/Subtype/Widget/Parent 12 0 R/F 4/Rect[150 640 400 660]>>',
        '<</Type/Annot/Subtype/Text/Contents(a note on the margin)/Rect[10 10 30 30]>>',
        '<</Type/Annot/Subtype/Link/Contents(only a link)/Rect[10 10 30 30]>>',
      ],
    });
    expect(await toldOf(pdf, file)).toBe(
      'Name\tOlena Petrenko\n\nSigned\n\nfive years in a library\n\na note on the margin',
    );
  });

  it('takes no space that all lines have at the same place for a gutter', async () => {
    const lines = Array.from(
      { length: 9 },
      (_, i) => `Answer ${i + 1} of the form: ${'abcdefghi'[i]} few words that fill the line of the page`,
    );
    expect((await read([linesAt(72, 700, lines)])).replaceAll(/\s+/g, ' ')).toBe(lines.join(' '));
  });

  it('leaves out what is beyond the crop box, and says so if nothing else is there', async () => {
    const crop = { page: '/CropBox[50 50 400 650]' };
    const outside = linesAt(72, 700, ['printed beyond the edge']);
    const both = pdfOf([outside + linesAt(72, 600, ['what can be seen'])], '', crop);
    expect(await toldOf(pdf, both)).toBe('what can be seen');
    expect(await toldOf(pdf, pdfOf([outside], '', crop))).toMatch(/outside the visible part/);
  });

  it('reads text that is turned by 90, 180 and 270 degrees as if it were level', async () => {
    const lines = ['First line of the page, which goes on', 'in the second line until', 'the third line.'];
    const draw = lines.map((line, i) => `BT /F1 10 Tf 20 ${-12 * i} Td (${line}) Tj ET`).join('\n');
    const level = await read([`q 1 0 0 1 72 700 cm ${draw} Q`]);
    for (const matrix of ['0 1 -1 0 300 72', '-1 0 0 -1 500 100', '0 -1 1 0 300 700'])
      for (const rotate of [0, 90, 180, 270]) {
        const file = pdfOf([`q ${matrix} cm ${draw} Q`], '', { page: `/Rotate ${rotate}` });
        expect(await toldOf(pdf, file)).toBe(level);
      }
  });

  it('keeps lines apart whose font has boxes far taller than its letters', async () => {
    const font =
      '<</Type/Font/Subtype/TrueType/BaseFont/Tall/FirstChar 32/LastChar 126/FontDescriptor 10 0 R' +
      `/Encoding/WinAnsiEncoding/Widths[${'500 '.repeat(95)}]>>`;
    const objects = [
      '<</Type/FontDescriptor/FontName/Tall/Flags 32/FontBBox[0 -1200 1000 1900]/ItalicAngle 0/Ascent 1900' +
        '/Descent -1200/CapHeight 700/StemV 80>>',
    ];
    const lines = ['one two three four', 'five six seven eight', 'nine ten eleven twelve'];
    const text = await toldOf(pdf, pdfOf([linesAt(72, 700, lines)], '', { font, objects }));
    expect(text.replaceAll(/\s+/g, ' ')).toBe(lines.join(' '));
  });

  it('keeps spaces that are squeezed to almost nothing', async () => {
    expect(await read(['BT /F1 10 Tf -2.5 Tw 72 700 Td (one two three) Tj ET'])).toBe('one two three');
  });

  it('keeps what slides and form letters have in common', async () => {
    const slide = (country: string, i: number) =>
      linesAt(50, 740, [`Report: ${country}`], 28) +
      linesAt(70, 600, [`Sales in ${country} grew by ${3 + i} percent`], 18) +
      linesAt(70, 400, ['Main office: open'], 18) +
      linesAt(70, 100, [`Plan for ${country} in the next year: ${4 + i} shops`], 18);
    const slides = await read(['Germany', 'France', 'Spain', 'Italy'].map(slide));
    expect(slides.match(/Report|Sales|office|Plan/g)).toHaveLength(16);
    const letter = (name: string) =>
      ['Dear', 'thank you for the order.', 'Please pay within 14 days.', 'With kind regards,', 'The shop']
        .map((line, i) => linesAt(72, 660 - 40 * i, [i === 0 ? `${line} ${name},` : line]))
        .join('');
    const letters = await read(['Anna', 'Boris', 'Carl'].map(letter));
    expect(letters.match(/Dear|thank|pay|regards|shop/g)).toHaveLength(15);
    const certificate = (name: string) =>
      linesAt(200, 740, ['Certificate of attendance']) +
      linesAt(230, 400, [name]) +
      linesAt(220, 60, ['Berlin, in May of the year 2024']);
    const certificates = await read(['Anna Berg', 'Boris Cole', 'Carl Dahl'].map(certificate));
    expect(certificates.match(/Certificate|Berg|Cole|Dahl|Berlin/g)).toHaveLength(9);
  });
});

describe('PDF in Hebrew and Arabic', () => {
  /** Small letters of the font are letters from aleph on. A line is drawn as it looks, from the left. */
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 10 0 R>>';
  const table = pdfStream(
    '/CIDInit/ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange ' +
      '2 beginbfrange <20> <60> <0020> <61> <7a> <05d0> endbfrange endcmap end',
  );
  const hebrew = (text: string) =>
    text.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(0x5d0 + letter.charCodeAt(0) - 97));
  const readHebrew = (content: string) => toldOf(pdf, pdfOf([content], '', { font, objects: [table] }));

  it('words come in the order of reading, numbers and Latin words among them too', async () => {
    const drawn = linesAt(100, 700, [
      'zyx wvu tsr qpo nml kji hgf, 1948 ed 10-ba ,cba',
      'nml kji ONE TWO fed cba',
    ]);
    expect((await readHebrew(drawn)).replaceAll(/\s+/g, ' ')).toBe(
      hebrew('abc, ab-10 de 1948 ,fgh ijk lmn opq rst uvw xyz abc def ONE TWO ijk lmn'),
    );
  });

  it('a number after a Latin word stays there, but one before a unit or bound to a Hebrew word does not', async () => {
    const readLine = (line: string) => readHebrew(linesAt(100, 700, [`${line} fed cba zyx wvu`]));
    expect(await readLine('.GALAXY S21')).toBe(hebrew('uvw xyz abc def GALAXY S21.'));
    expect(await readLine('ANDROID 12')).toBe(hebrew('uvw xyz abc def ANDROID 12'));
    expect(await readLine('GB 12')).toBe(hebrew('uvw xyz abc def 12 GB'));
    expect(await readLine('ANDROID 12-b')).toBe(hebrew('uvw xyz abc def b-12 ANDROID'));
    expect(await readLine('ANDROID ,12')).toBe(hebrew('uvw xyz abc def 12, ANDROID'));
    expect(await readLine('A.COM/B?X=1 31/12/2024')).toBe(hebrew('uvw xyz abc def 31/12/2024 A.COM/B?X=1'));
  });

  it('points that are drawn after their word belong to it, and make no gap', async () => {
    const points = pdfStream(
      '/CIDInit/ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange ' +
        '3 beginbfrange <20> <5f> <0020> <60> <60> <05b8> <61> <7a> <05d0> endbfrange endcmap end',
    );
    const drawn = [linesAt(100, 700, ['wvu zyxponml']), 'BT /F1 10 Tf 139 701 Td (`) Tj ET'].join('\n');
    const text = await toldOf(pdf, pdfOf([drawn], '', { font, objects: [points] }));
    expect(text.replaceAll('\u05b8', '')).toBe(hebrew('lmnopxyz uvw'));
    expect(text).toContain('\u05b8');
  });

  it('the right column comes first', async () => {
    const rows = Array.from({ length: 10 }, (_, i) => 690 - 12 * i);
    const right = rows.map((y) => linesAt(320, y, ['edcb gfed ihgf kjih mlkj onml qpon srqp utsr'])).join('');
    const left = rows.map((y) => linesAt(72, y, ['zyxw xwvu vuts tsrq rqpo ponm nmlk lkji jihg'])).join('');
    const text = await readHebrew(left + right);
    expect(text.indexOf(hebrew('bcde'))).toBeLessThan(text.indexOf(hebrew('wxyz')));
    expect(text.lastIndexOf(hebrew('rstu'))).toBeLessThan(text.indexOf(hebrew('ghij')));
  });

  it('a Hebrew quotation in an English line is read from the right', async () => {
    expect(await readHebrew(linesAt(72, 700, ['ONE TWO fed cba THREE']))).toBe(
      hebrew('ONE TWO abc def THREE'),
    );
  });
});
