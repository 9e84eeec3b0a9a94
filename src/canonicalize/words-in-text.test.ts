import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.ts';
import { WordNumbers, wordsInText } from './words-in-text.ts';

function words(text: string): { words: string[]; slices: string[] } {
  const numbers = new WordNumbers();
  const { numbers: found, starts, ends } = wordsInText(text, numbers);
  return {
    words: [...found].map((number) => numbers.words[number]),
    slices: [...starts].map((start, i) => text.slice(start, ends[i])),
  };
}

describe('words in a text', () => {
  it('are the canonical words, each with the place where it stands', () => {
    const { words: found, slices } = words('«Свіжа м’ЯТА» — 3,5 kg, 漢字！ и\u0306од за́мок');
    expect(found).toEqual(['свіжа', 'мʼята', '3', '5', 'kg', '汉', '字', 'йод', 'замок']);
    expect(slices).toEqual(['Свіжа', 'м’ЯТА', '3', '5', 'kg', '漢', '字', 'и\u0306од', 'за́мок']);
  });

  it('have equal numbers where they are equal', () => {
    const { numbers } = wordsInText('Cat, cat & CAT; dog', new WordNumbers());
    expect([...numbers]).toEqual([0, 0, 0, 1]);
  });

  it('are those of the canonical text, whatever the text', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 1 }),
      fc.constantFrom(
        ..."aÉßİıſΐŉЙйм'’-. 1²ⅣǆꭰᲐﬀ한漢汉กิｶ",
        '\u0301',
        '\u0308',
        '\u3099',
        '\uff9e',
        '\u1161',
        '\u00ad',
        '\u0327',
      ),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), (units) => {
        const text = Buffer.from(units.join('')).toString();
        const canonical = foldText(text, 1);
        expect(words(text).words.join(' ')).toBe(canonical);
      }),
      { numRuns: 2000 },
    );
  });

  it('go up in the text and do not overlap, where characters are not composed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aБ ,漢’1') }), (text) => {
        const { starts, ends } = wordsInText(text, new WordNumbers());
        for (let i = 0; i < starts.length; i++) {
          expect(ends[i]).toBeGreaterThan(starts[i]);
          if (i > 0) expect(starts[i]).toBeGreaterThanOrEqual(ends[i - 1]);
        }
      }),
    );
  });
});
