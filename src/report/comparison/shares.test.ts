import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Comparison, PassageKind } from '../../comparison.ts';
import { sampleComparison } from './sample-comparison.cases.ts';
import { countedTexts, segmentsOfText } from './segments.ts';
import { countShares, KINDS, type PassageFilter } from './shares.ts';
import { threeTexts, twoTexts } from './texts.cases.ts';

const count = (comparison: Comparison, filter?: PassageFilter) =>
  countShares(countedTexts(comparison), filter);

describe('shares under filters', () => {
  it('shares under filters are those of the comparison if every passage counts', () => {
    for (const comparison of [twoTexts(), threeTexts()]) {
      const shares = count(comparison);
      expect(shares.words / comparison.text.words).toBeCloseTo(comparison.similarity, 10);
      comparison.sources.forEach((source, i) => {
        expect(shares.sources[i].text / comparison.text.words).toBeCloseTo(source.similarity.a, 10);
        expect(shares.sources[i].own / source.words).toBeCloseTo(source.similarity.b, 10);
      });
    }
  });

  it('shares under filters count a word once, for the best of the passages that have it', () => {
    const comparison = sampleComparison(
      { id: 'a', text: 'One two three four five six.' },
      [
        { id: 'b', text: 'one two three four' },
        { id: 'c', text: 'three four five six.' },
      ],
      [
        { source: 0, a: 'One two three four', b: 'one two three four', kind: 'edited' },
        { source: 1, a: 'three four five six.', kind: 'identical' },
      ],
    );
    expect(count(comparison)).toMatchObject({ words: 6, kinds: { identical: 4, edited: 2, synonyms: 0 } });
    expect(count(comparison, { sources: new Set([0]) })).toMatchObject({ words: 4, kinds: { edited: 4 } });
    expect(count(comparison, { kinds: new Set<PassageKind>(['identical', 'synonyms']) })).toMatchObject({
      words: 4,
      kinds: { identical: 4 },
    });
    expect(count(comparison).sources).toEqual([
      { text: 4, own: 4, passages: 1 },
      { text: 4, own: 4, passages: 1 },
    ]);
  });

  it('shares under filters leave out passages below the least number of words, and quotations', () => {
    const quotation = '“It is very late.”';
    const comparison = sampleComparison(
      { id: 'a', text: `${quotation} The ferry leaves at nine from the pier.` },
      [{ id: 'b', text: `${quotation} The ferry leaves at nine from the pier.` }],
      [{ a: quotation }, { a: 'The ferry leaves at nine from the pier.' }],
    );
    expect(count(comparison).words).toBe(12);
    expect(count(comparison, { minWords: 5 }).words).toBe(8);
    expect(count(comparison, { quotations: false })).toMatchObject({ words: 8, counts: [false, true] });
    expect(count(comparison, { minWords: 9 })).toMatchObject({ words: 0, counts: [false, false] });
  });

  it('shares under filters never grow when less counts', () => {
    const filters = fc.record({
      minWords: fc.nat(20),
      quotations: fc.boolean(),
      kinds: fc.subarray([...KINDS]).map((kinds) => new Set(kinds)),
      sources: fc.subarray([0, 1]).map((sources) => new Set(sources)),
    });
    const comparison = threeTexts();
    fc.assert(
      fc.property(filters, (filter) => {
        const shares = count(comparison, filter);
        const segments = segmentsOfText(comparison).flat();
        expect(shares.words).toBeLessThanOrEqual(count(comparison).words);
        // the plain way: a word counts if any part that counts covers it
        const words = segments
          .filter((segment) => segment.parts.some((part) => shares.counts[part]))
          .filter((segment) => filter.quotations || !segment.quoted)
          .reduce((sum, segment) => sum + segment.words, 0);
        expect(shares.words).toBe(words);
      }),
    );
  });
});
