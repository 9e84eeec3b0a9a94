import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleComparison } from './sample-comparison.cases.ts';
import { segmentsOfSource, segmentsOfText } from './segments.ts';
import { chineseTexts, threeTexts, twoTexts, ukrainianTexts } from './texts.cases.ts';

const words = fc.array(
  fc.constantFrom('one ', 'two ', 'three. ', '“Four.” ', '\n\n', 'п’ять ', '六', '。', ' '),
  { minLength: 1, maxLength: 60 },
);
/** A text, and parts of it that are passages. */
const covered = words.chain((list) => {
  const text = `Start ${list.join('')}end.`;
  const part = fc
    .tuple(fc.nat(text.length - 1), fc.integer({ min: 1, max: 30 }))
    .map(([start, length]) => text.slice(start, start + length));
  return fc.record({ text: fc.constant(text), parts: fc.array(part, { maxLength: 8 }) });
});

describe('the segments of a text', () => {
  it('the segments of a text make up the text, one after the other, with all of its words', () => {
    fc.assert(
      fc.property(covered, ({ text, parts }) => {
        const comparison = sampleComparison(
          { id: 'a', text },
          [{ id: 'b', text }],
          parts.map((a) => ({ a })),
        );
        const segments = segmentsOfText(comparison).flat();
        expect(segments.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        expect(segments.reduce((sum, segment) => sum + segment.words, 0)).toBe(comparison.text.words);
      }),
    );
  });

  it('the segments of a text belong to a passage exactly if it covers them', () => {
    fc.assert(
      fc.property(covered, ({ text, parts }) => {
        const comparison = sampleComparison(
          { id: 'a', text },
          [{ id: 'b', text }],
          parts.map((a) => ({ a })),
        );
        for (const segment of segmentsOfText(comparison).flat()) {
          const covering = comparison.passages.flatMap(({ a }, i) =>
            a.start <= segment.start && a.end >= segment.end ? [i] : [],
          );
          expect(segment.parts).toEqual(covering);
        }
      }),
    );
  });

  it('the segments of a text end with their paragraph and know quotations', () => {
    const paragraphs = segmentsOfText(twoTexts());
    expect(paragraphs.length).toBe(3);
    expect(paragraphs.flat().filter(({ quoted }) => quoted).length).toBe(0);
    const quoted = sampleComparison(
      { id: 'a', text: 'He said so. “It is late. We go.” Nobody moved.' },
      [{ id: 'b', text: '“It is late. We go.”' }],
      [],
    );
    expect(quoted.text.sentences.length).toBeGreaterThan(2);
  });

  it('the segments of a text count every word of a source once for each of its passages', () => {
    for (const comparison of [twoTexts(), threeTexts(), ukrainianTexts(), chineseTexts()]) {
      comparison.sources.forEach((source, number) => {
        const segments = segmentsOfSource(comparison, number).flat();
        const matched = segments.filter(({ parts }) => parts.length > 0);
        const words = matched.reduce((sum, segment) => sum + segment.words, 0);
        expect(words / source.words).toBeCloseTo(source.similarity.b, 10);
      });
    }
  });
});
