import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CountedWords, wordCount } from './counted-words.ts';
import { RANKED_BY_TEXT, TextRanker } from './rank-by-text.ts';

/** Texts one after the other, with their document frequencies counted. */
function rankerOf(texts: readonly string[]): TextRanker {
  const bytes = texts.map((text) => new TextEncoder().encode(text));
  const all = Buffer.concat(bytes);
  const start = (number: number) => bytes.slice(0, number).reduce((sum, { length }) => sum + length, 0);
  return new TextRanker(
    {
      count: texts.length,
      start,
      end: (number) => start(number) + bytes[number].length,
      read: (position, length) => all.subarray(position, position + length),
    },
    (terms) => terms.map((term) => texts.filter((text) => text.split(' ').includes(term)).length),
  );
}

const neighbors = (count: number) =>
  Array.from({ length: count }, (_, position) => ({ position, distance: 100 + position }));
const score = (distance: number) => 1 - distance / 1000;

describe('documents ranked by their texts', () => {
  it('documents ranked by their texts come by BM25, whatever the order of their signatures; those without a word of the query do not come', () => {
    const ranker = rankerOf(['rain in spain', 'oil prices rose today', 'rain and oil prices', 'snow']);
    const ranked = ranker.rank('oil prices fell', neighbors(4), score);
    expect(ranked.map(({ position }) => position)).toEqual([1, 2]);
  });

  it('documents ranked by their texts begin with near copies, even if another document has more of the rare words', () => {
    const query = 'a b c d e f g h i j';
    const ranker = rankerOf(['j j j j j j j j a b c d e f g h i', 'a b c d e f g h i x', 'k', 'l']);
    const [first, second] = ranker.rank(query, neighbors(4), score);
    expect(first).toMatchObject({ position: 1, distance: 101 });
    expect(first.score).toBeGreaterThan(0.9);
    expect(second.score).toBeLessThan(0.9);
  });

  it('documents ranked by their texts have scores from 0 to 1 that never rise, equal documents in the order of the input', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 90 }), text, (texts, query) => {
        const ranker = rankerOf(texts.map((words) => words.join(' ')));
        const ranked = ranker.rank(query.join(' '), neighbors(texts.length), score);
        const shares = (words: typeof query) => words.some((word) => query.includes(word));
        const expected = [...texts.keys()].filter((i) => i >= RANKED_BY_TEXT || shares(texts[i]));
        expect(ranked.map(({ position }) => position).sort((a, b) => a - b)).toEqual(expected);
        for (let i = 1; i < ranked.length; i++) {
          expect(ranked[i].score).toBeLessThanOrEqual(ranked[i - 1].score);
        }
        for (const one of ranked) expect(one.score >= 0 && one.score <= 1).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('documents ranked by their texts are the first ones found; those found later follow as they came', () => {
    const texts = Array.from({ length: RANKED_BY_TEXT + 3 }, (_, i) => (i < RANKED_BY_TEXT ? 'a x' : 'a b'));
    const ranked = rankerOf(texts).rank('a b', neighbors(texts.length), score);
    const last = [0, 1, 2].map((i) => RANKED_BY_TEXT + i);
    expect(ranked.slice(RANKED_BY_TEXT).map(({ position }) => position)).toEqual(last);
  });

  it('documents ranked by their texts are read up to two megabytes of text', () => {
    const long = 'word '.repeat(420_000).trim();
    const ranked = rankerOf([long, 'a b']).rank('a b', neighbors(2), score);
    expect(ranked.map(({ position }) => position)).toEqual([0, 1]);
  });
});

describe('counted words', () => {
  it('counted words are those that splitting at spaces gives', () => {
    const words = fc.array(fc.constantFrom('a', 'ab', 'йод', '文字', 'b', 'é'), { maxLength: 40 });
    fc.assert(
      fc.property(words, words, (own, other) => {
        const counted = new CountedWords(own.join(' '));
        const { times, count } = counted.countIn(new TextEncoder().encode(other.join(' ')));
        const distinct = [...new Set(own)];
        expect(counted.distinct).toEqual(distinct);
        expect(counted.count).toBe(own.length);
        expect(count).toBe(other.length);
        expect(wordCount(new TextEncoder().encode(other.join(' ')))).toBe(other.length);
        expect([...times]).toEqual(distinct.map((word) => other.filter((one) => one === word).length));
      }),
      { numRuns: 100 },
    );
  });
});
