import { describe, expect, it } from 'vitest';
import { linesAt, pdfOf, toldOf } from './extract.cases.ts';
import { pdf } from './pdf.ts';

const read = (pages: readonly string[]) => toldOf(pdf, pdfOf(pages));

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
      'Alpha begins the text of this page and',
      'bravo goes on with it and comes to an',
      'charlie which is the end of all of it.',
      'Delta is a page of its own.',
    ];
    const pages = bodies.map((body, i) =>
      [
        linesAt(72, 750, [`The Title of the Book - Part ${i < 2 ? 'One' : 'Two'}`]),
        linesAt(72, 700, [body]),
        linesAt(300, 40, [String(i + 7)]),
      ].join('\n'),
    );
    expect(await read(pages)).toBe(
      'Alpha begins the text of this page and bravo goes on with it and comes to an charlie which is the end of all of it.\n\nDelta is a page of its own.',
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
    expect(await toldOf(pdf, strange)).toMatch(/encrypted|password|damaged/);
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
});
