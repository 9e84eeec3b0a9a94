import { describe, expect, it } from 'vitest';
import { piecesOf, withBracketsTurned } from './right-to-left.ts';

const partsOf = (word: string, isArabic = false) =>
  piecesOf([...word], 0, isArabic).map(({ from, to }) => word.slice(from, to));

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
});

describe('brackets of a line with writing to the left', () => {
  it('open before a word and close after it, whichever of the two a file names', () => {
    for (const line of ['אב )גד הו( זח', 'אב (גד הו) זח'])
      expect(withBracketsTurned(line)).toBe('אב (גד הו) זח');
    expect(withBracketsTurned('אב »גד!« ]הו[, }ז{.')).toBe('אב «גד!» [הו], {ז}.');
  });

  it('are paired if their place does not say which they are', () => {
    expect(withBracketsTurned('אב a)b(=c גד')).toBe('אב a(b)=c גד');
    expect(withBracketsTurned('אב( גד')).toBe('אב) גד');
    expect(withBracketsTurned('אב ( גד הו (, זח')).toBe('אב (גד הו), זח');
    expect(withBracketsTurned('(1) אב ((גד) הו)')).toBe('(1) אב ((גד) הו)');
  });
});
