import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { foldText, scalarFolder } from './fold-text.ts';
import { normalizeParts, normalizeText } from './normalize.ts';

const MARKS = [...'\u0301\u0315\u0316\u0327\u0344\u0345\u0334\u0e48\u3099\u093e\u20dd'];
const POINTS = [...'\u064b\u0651\u0654\u05b0'];

describe('normalizing a text', () => {
  it('normalizing never lets ICU order a long run of marks, which takes time that grows with the square', () => {
    const text = `a${'\u0315\u0316'.repeat(5000)}`;
    const asked = vi.spyOn(String.prototype, 'normalize');
    const normalized = normalizeText(text);
    const unordered = asked.mock.contexts.map((given) => (`${given}`.match(/\u0315\u0316/g) ?? []).length);
    asked.mockRestore();
    expect(Math.max(...unordered)).toBeLessThan(2);
    expect(normalized).toBe(`a${'\u0316'.repeat(5000)}${'\u0315'.repeat(5000)}`);
  });

  it('a run of 31 marks is found wherever it begins, in the basic plane and beyond it', () => {
    for (const mark of ['\u0315\u0316', '\u{1d165}\u{1d16d}']) {
      for (let before = 0; before < 70; before++) {
        const text = `${'a'.repeat(before)}${mark.repeat(16)}${'b'.repeat(40)}`;
        const asked = vi.spyOn(String.prototype, 'normalize');
        normalizeText(text);
        const calls = asked.mock.calls.length;
        asked.mockRestore();
        // each mark by itself
        expect(calls).toBeGreaterThan(20);
      }
    }
  });

  it('gives NFC, however long a run of marks is', () => {
    const run = fc.array(fc.constantFrom(...MARKS, 'é', 'ᾂ'), { minLength: 20, maxLength: 120 });
    fc.assert(
      fc.property(run, (marks) => {
        const text = `x${marks.join('')}y`;
        expect(normalizeText(text)).toBe(text.normalize('NFC'));
        expect(normalizeParts(text).text).toBe(text.normalize('NFC'));
      }),
      { numRuns: 300 },
    );
  });

  it('gives the NFC, the NFD and any order of points the same words', () => {
    const run = fc.array(fc.constantFrom(...MARKS, ...POINTS, 'é', 'ا', 'ي'), { maxLength: 60 });
    fc.assert(
      fc.property(run, (marks) => {
        const text = `x${marks.join('')}y`;
        const words = foldText(text, 2);
        expect(foldText(text.normalize('NFD'), 2)).toBe(words);
        expect(foldText(text.normalize('NFC'), 2)).toBe(words);
        expect(scalarFolder().foldWithPlaces(text, 2).text).toBe(words);
      }),
      { numRuns: 300 },
    );
  });

  it('words with blanks of Braille are the same, and at their places, whether a text is normalized whole or in parts', () => {
    const PARTS = [
      'a',
      'word',
      'еб',
      'e\u0301',
      '\u0301',
      '\u200b',
      'ｶﾞ',
      '中',
      ' ',
      '1',
      '\u2800',
      '\u2800\u2800',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const words = foldText(text, 2);
        const placed = scalarFolder().foldWithPlaces(text, 2);
        expect(placed.text).toBe(words);
        for (const [i, word] of words.split(' ').entries()) {
          if (word !== '' && !/中|ガ/.test(word))
            expect(foldText(text.slice(placed.starts[i], placed.ends[i]), 2)).toBe(word);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a text full of blanks of Braille takes a time that grows with its length only', () => {
    const once = (count: number) => {
      const text = 'ab\u2800'.repeat(count);
      const start = process.cpuUsage();
      normalizeParts(text);
      normalizeText(text);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    once(1000);
    expect(once(200_000)).toBeLessThan(40 * once(20_000) + 100_000);
  });
});
