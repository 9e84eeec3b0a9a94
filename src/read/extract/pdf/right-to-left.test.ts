import { describe, expect, it } from 'vitest';
import { charactersOfGlyph, directionsOf, withBracketsTurned } from './right-to-left.ts';

const partsOf = (word: string, isArabic = false) =>
  directionsOf([...word], 0, isArabic).map(({ from, to }) => word.slice(from, to));

describe('parts of a word on a page with writing to the left', () => {
  it('an address and a formula are one part, since signs between Latin letters go with them', () => {
    expect(partsOf('example.com')).toEqual(['example.com']);
    expect(partsOf('a(b)=c')).toEqual(['a(b)=c']);
    expect(partsOf('(אב:')).toEqual(['(', 'אב', ':']);
  });

  it('after Hebrew a number holds its hyphens, slashes and percent signs, and ends at a dash', () => {
    expect(partsOf('03-1234')).toEqual(['03-1234']);
    expect(partsOf('12/03/2020')).toEqual(['12/03/2020']);
    expect(partsOf('50%')).toEqual(['50%']);
    expect(partsOf('5–10')).toEqual(['5', '–', '10']);
  });

  it('after Arabic a number holds points and slashes, but no hyphens', () => {
    expect(partsOf('03-1234', true)).toEqual(['03', '-', '1234']);
    expect(partsOf('12/03/2020', true)).toEqual(['12/03/2020']);
  });

  it('Arabic and Persian numbers hold their own marks of thousands and fractions', () => {
    expect(partsOf('١٬٢٥٠٫٥٠', true)).toEqual(['١٬٢٥٠٫٥٠']);
    expect(partsOf('۲۵۰٬۰۰۰', true)).toEqual(['۲۵۰٬۰۰۰']);
  });

  it('a word holds the signs that join and part its letters', () => {
    expect(partsOf('کتاب\u200cها', true)).toEqual(['کتاب\u200cها']);
  });
});

describe('the characters of one glyph', () => {
  it('the characters of one glyph are reversed, unless PDFium took a ligature apart in the right order', () => {
    expect(charactersOfGlyph(['ه', 'ل', 'ل'])).toBe('لله');
    expect(charactersOfGlyph(['ا', 'ل'])).toBe('لا');
    expect(charactersOfGlyph(['ل', 'ا'])).toBe('لا');
    expect(charactersOfGlyph(['ا', 'ل', 'ل', 'ه'])).toBe('الله');
  });

  it('a letter comes before its points', () => {
    expect(charactersOfGlyph(['\u05b8', '\u05bc', 'ב'])).toBe('ב\u05bc\u05b8');
    expect(charactersOfGlyph(['ב', '\u05b8'])).toBe('ב\u05b8');
    expect(charactersOfGlyph(['ب', '\u200c'])).toBe('ب\u200c');
  });
});

describe('brackets of a line with writing to the left', () => {
  it('brackets of a line with writing to the left open before a word and close after it, whichever of the two a file names', () => {
    for (const line of ['אב )גד הו( זח', 'אב (גד הו) זח'])
      expect(withBracketsTurned(line)).toBe('אב (גד הו) זח');
    expect(withBracketsTurned('אב »גד!« ]הו[, }ז{.')).toBe('אב «גד!» [הו], {ז}.');
  });

  it('brackets of a line with writing to the left are paired if their place does not say which they are', () => {
    expect(withBracketsTurned('אב a)b(=c גד')).toBe('אב a(b)=c גד');
    expect(withBracketsTurned('אב( גד')).toBe('אב) גד');
    expect(withBracketsTurned('אב ( גד הו (, זח')).toBe('אב (גד הו), זח');
    expect(withBracketsTurned('(1) אב ((גד) הו)')).toBe('(1) אב ((גד) הו)');
  });
});
