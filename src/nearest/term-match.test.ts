import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchTerms, type TermFacts } from './term-match.ts';
import { type CanonicalTexts, postingsOf, type TermPostings } from './term-postings.ts';

/** Texts with nothing between them, as in an index, or with a NUL, as in a spool. */
function rows(texts: readonly string[], between = ''): CanonicalTexts {
  const bytes = texts.map((text) => Buffer.from(text + between));
  const all = Buffer.concat(bytes);
  const starts: number[] = [];
  let at = 0;
  for (const each of bytes) {
    starts.push(at);
    at += each.length;
  }
  return {
    count: texts.length,
    start: (number) => starts[number],
    end: (number) => starts[number] + bytes[number].length - between.length,
    read: (position, length) => all.subarray(position, position + length),
  };
}

const even = () => ({ weight: 1, documents: 1 });

function found(
  texts: readonly string[],
  query: string,
  factsOf: (term: string) => TermFacts = even,
): number[] {
  const [plain, separated] = ['', '\0'].map(
    (between) => matchTerms(rows(texts, between), [query], 10, factsOf)[0],
  );
  expect(separated).toEqual(plain);
  return plain.map(({ position }) => position);
}

const rowsOf = (of: TermPostings) =>
  Array.from({ length: of.length }, (_, i) => [of.position(i), of.exact(i), of.forms(i)]);

describe('words of short queries', () => {
  test('words of short queries are found as words, not inside of others nor over the end of a text', () => {
    expect(found(['a cat sat', 'concat', 'cats', 'ca', 't cat', 'no'], 'cat')).toEqual([4, 0]);
  });

  test('words of short queries count by their weights: the document with more of the query comes first', () => {
    const texts = ['oil and prices', 'gold prices', 'oil', 'gold oil prices'];
    const weights: Record<string, number> = { gold: 5, oil: 2, prices: 1 };
    expect(found(texts, 'gold oil prices', (term) => ({ weight: weights[term], documents: 1 }))).toEqual([
      3, 1, 0, 2,
    ]);
  });

  test('a short query has the text that equals it first, then those that have it word by word', () => {
    const texts = ['prices of oil and oil prices of old', 'prices oil', 'oil prices', 'the oil prices'];
    expect(found(texts, 'oil prices')).toEqual([2, 3, 0, 1]);
  });

  test('words of short queries rank documents alike whether their texts are in an index or were just read', () => {
    // as near to a tie as lengths allow: a byte more for every text would turn them round
    const [filler, short, long] = ['f'.repeat(39), 'a'.repeat(6), 'b'.repeat(22)];
    expect(found([`oil ${short}`, `oil oil ${long}`, filler, filler], 'oil')).toEqual([0, 1]);
  });

  test('words of short queries meet other forms of themselves, after the word itself', () => {
    expect(found(['export quota', 'exports quota', 'exposure'], 'export')).toEqual([0, 1]);
    expect(found(['пороми йдуть', 'пором іде', 'порошок'], 'порому')).toEqual([1, 0]);
    expect(found(['a card', 'a carpet'], 'car')).toEqual([]);
  });

  test('words of short queries of Chinese are pairs of characters, and a single character is found in them', () => {
    expect(found(['渡轮 轮出 出发', '轮船 船票', '天气'], '轮')).toEqual([0, 1]);
    expect(found(['渡轮 轮出 出发', '轮船 船票', '天气'], '轮船')).toEqual([1]);
  });

  test('words of short queries that no document has find nothing, nor do words in empty collections', () => {
    expect(found(['some text'], 'other')).toEqual([]);
    expect(matchTerms(rows([]), ['x', 'y'], 3, even)).toEqual([[], []]);
  });

  test('words of short queries are found for many queries at a time as for each alone, and no more than k', () => {
    const texts = Array.from({ length: 300 }, (_, i) => `w${i % 50} w${i % 7} w${i % 3} text`);
    const queries = Array.from({ length: 60 }, (_, i) => `w${i} w${(i * 7) % 11}`);
    const all = matchTerms(rows(texts), queries, 4, even);
    expect(all.every((hits) => hits.length <= 4)).toBe(true);
    expect(all).toEqual(queries.map((query) => matchTerms(rows(texts), [query], 4, even)[0]));
    const frequent = () => ({ weight: 1, documents: 3e6 });
    expect(matchTerms(rows(texts), queries, 4, frequent)).toEqual(all);
  });

  test('words of short queries have the same postings whether few words are looked for or many', () => {
    const word = fc.constantFrom(
      'export',
      'exports',
      'exported',
      'пором',
      'порому',
      '轮',
      '渡轮',
      'a',
      'oil',
      'loan',
      'loans',
    );
    const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        fc.array(word, { maxLength: 6 }),
        (texts, words) => {
          const unknown = Array.from({ length: 40 }, (_, i) => `unknown${i}`);
          const few = postingsOf(rows(texts, '\0'), new Set(words));
          const many = postingsOf(rows(texts), new Set([...words, ...unknown]));
          for (const [term, postings] of few) expect(rowsOf(many.get(term)!)).toEqual(rowsOf(postings));
        },
      ),
    );
  });
});
