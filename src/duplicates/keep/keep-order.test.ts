import { describe, expect, test } from 'vitest';
import type { Corpus } from '../../collection/index.ts';
import type { CandidateTexts } from '../candidates/candidate-texts.ts';
import { comparableValues, type FieldValues, fieldValue, keepField, keepOrder } from './keep-order.ts';

const WORDS = [5, 9, 9, 2, 7];
/** Five documents; the texts are {0}, {1, 3}, {2}, {4}. */
const TEXTS = {
  memberStarts: Uint32Array.of(0, 1, 3, 4, 5),
  members: Uint32Array.of(0, 1, 3, 2, 4),
} as CandidateTexts;

function order(keep: string, { references = 0, values = [] as FieldValues } = {}) {
  const corpus = { references, words: { get: (number: number) => WORDS[number] } } as unknown as Corpus;
  const { best, rank } = keepOrder(corpus, TEXTS, keep, values);
  const byRank: number[] = [];
  best.forEach((document, text) => {
    byRank[rank[text]] = document;
  });
  return byRank;
}

describe('the order in which documents are kept', () => {
  test('is that of the input, or its reverse', () => {
    expect(order('first')).toEqual([0, 1, 2, 4]);
    expect(order('last')).toEqual([4, 3, 2, 0]);
  });

  test('goes by the number of words, and of equals the first document is kept', () => {
    expect(order('longest')).toEqual([1, 2, 4, 0]);
    expect(order('shortest')).toEqual([3, 0, 4, 2]);
  });

  test('goes by a field, and documents without it come last either way', () => {
    const values = [3, undefined, 1, 8, undefined];
    expect(order('max:score', { values })).toEqual([3, 0, 2, 4]);
    expect(order('min:score', { values })).toEqual([2, 0, 3, 4]);
  });

  test('has the reference before everything else, in its own order', () => {
    expect(order('last', { references: 2 })).toEqual([0, 1, 4, 2]);
    expect(order('shortest', { references: 2 })).toEqual([0, 1, 4, 2]);
  });
});

describe('the values of a field', () => {
  test('count as numbers only if all of them are numbers', () => {
    expect(comparableValues(['10', 9, undefined])).toEqual([10, 9, undefined]);
    expect(comparableValues(['10', 9, '2024-01-02'])).toEqual(['10', '9', '2024-01-02']);
  });

  test('are numbers and texts that are not blank', () => {
    const values = [1.5, ' a ', '  ', Number.NaN, null, { a: 1 }, true].map(fieldValue);
    expect(values).toEqual([1.5, 'a', undefined, undefined, undefined, undefined, undefined]);
  });

  test('are those of the field that the policy names', () => {
    expect(['max:date', 'min:a:b', 'longest', 'max:'].map(keepField)).toEqual([
      'date',
      'a:b',
      undefined,
      undefined,
    ]);
  });
});
