import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BadDocument } from '../bad-document.ts';
import { paragraphsOf } from '../text/paragraphs.ts';
import { TextBuilder } from './text-builder.ts';

describe('TextBuilder', () => {
  it('joins pieces of a word, collapses white space, and puts the strongest separator between texts', () => {
    const builder = new TextBuilder();
    builder.paragraph();
    builder.text(' in');
    builder.text('ternal \n\t text ');
    builder.cell();
    builder.text(' b');
    builder.line();
    builder.text('c');
    builder.line();
    builder.paragraph();
    builder.text('   ');
    builder.text('d\0 ');
    builder.paragraph();
    expect(builder.finish()).toBe('internal text\tb\nc\n\nd');
  });

  it('keeps line ends and indents of preformatted text', () => {
    const builder = new TextBuilder();
    builder.text('a');
    builder.paragraph();
    builder.preformatted('\n  b\r\n    c  d\n');
    builder.preformatted('  ');
    builder.preformatted('e');
    expect(builder.finish()).toBe('a\n\nb\n    c  d\n  e');
  });

  it('refuses more bytes than allowed', () => {
    const builder = new TextBuilder(10);
    builder.text('їжак');
    expect(builder.finish()).toBe('їжак');
    builder.text('ї ї');
    expect(() => builder.finish()).toThrow(BadDocument);
    expect(() => builder.text('x'.repeat(11))).toThrow('`maxDocument`');
  });

  it('TextBuilder never gives white space at the ends or two blank lines, whatever comes', () => {
    const step = fc.oneof(fc.string(), fc.constantFrom('\n', ' ', '\t', 'p', 'l', 'c'));
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const builder = new TextBuilder();
        for (const each of steps) {
          if (each === 'p') builder.paragraph();
          else if (each === 'l') builder.line();
          else if (each === 'c') builder.cell();
          else builder.text(each);
        }
        const text = builder.finish();
        expect(text).toBe(text.trim());
        expect(text).not.toMatch(/\n\n\n| \n|\n /);
      }),
    );
  });
});

describe('paragraphsOf', () => {
  it('gives the units between blank lines, without the white space around them', () => {
    const text = '\n  One\ntwo  \r\n \t\r\nThree\n\n\n\n四 ';
    expect(paragraphsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'One\ntwo',
      'Three',
      '四',
    ]);
    expect(paragraphsOf(' \n ')).toEqual([]);
  });
});
