import { describe, expect, test } from 'vitest';
import type { Corpus } from '../../corpus/index.ts';
import type { CandidateTexts } from '../candidates/candidate-texts.ts';
import { type KeepValue, keepOrder } from './keep-order.ts';
import { keepPolicy } from './policies.ts';

const WORDS = [5, 9, 9, 2, 7];
/** Five documents; the texts are {0}, {1, 3}, {2}, {4}. */
const TEXTS = {
  memberStarts: Uint32Array.of(0, 1, 3, 4, 5),
  members: Uint32Array.of(0, 1, 3, 2, 4),
} as CandidateTexts;

function order(keep: string, { references = 0, values = [] as readonly KeepValue[] } = {}) {
  const corpus = { references, words: { get: (number: number) => WORDS[number] } } as unknown as Corpus;
  const { best, rank } = keepOrder(corpus, TEXTS, keep, (number) => values[number]);
  const byRank: number[] = [];
  best.forEach((document, text) => {
    byRank[rank[text]] = document;
  });
  return byRank;
}

describe('the order in which documents are kept', () => {
  test('the order in which documents are kept is that of the input, or its reverse', () => {
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

  test('goes by the file of a document', () => {
    const values = [3, undefined, 1, 8, undefined];
    for (const keep of ['newest', 'largest']) expect(order(keep, { values })).toEqual([3, 0, 2, 4]);
    expect(order('oldest', { values })).toEqual([2, 0, 3, 4]);
  });

  test('the order in which documents are kept has the reference before everything else, in its own order', () => {
    expect(order('last', { references: 2 })).toEqual([0, 1, 4, 2]);
    expect(order('shortest', { references: 2 })).toEqual([0, 1, 4, 2]);
  });
});

test('a policy names the field after its first colon', () => {
  expect(['max:date', 'min:a:b', 'longest', 'max:'].map((keep) => keepPolicy(keep)?.field)).toEqual([
    'date',
    'a:b',
    undefined,
    undefined,
  ]);
});
