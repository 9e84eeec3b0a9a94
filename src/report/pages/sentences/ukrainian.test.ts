import { expect, it } from 'vitest';
import { UKRAINIAN } from './ukrainian.ts';

it('counted words get the case that the sentence needs', () => {
  expect([1, 3, 5, 11, 21].map(UKRAINIAN.words)).toEqual([
    '1 слово',
    '3 слова',
    '5 слів',
    '11 слів',
    '21 слово',
  ]);
  expect([1, 3, 5, 11, 331].map(UKRAINIAN.ofWords)).toEqual([
    'із 1 слова тексту',
    'із 3 слів тексту',
    'із 5 слів тексту',
    'із 11 слів тексту',
    'із 331 слова тексту',
  ]);
  expect(UKRAINIAN.commonText(61, 61, 5)).toBe('У 61 з 61 документа: 5 слів');
  expect(UKRAINIAN.ofIts(163)).toBe('від його 163 слів.');
  expect(UKRAINIAN.ofWordsOnly(163)).toBe('від 163 слів');
  expect(UKRAINIAN.inSources(3)).toContain('в одному з 3 джерел;');
  expect(UKRAINIAN.inSources(21)).toContain('в одному з 21 джерела;');
});
