import { expect, test } from 'vitest';
import type { Corpus } from '../../corpus/index.ts';
import type { CandidateTexts } from '../candidates/candidate-texts.ts';
import { evidence } from './evidence.ts';
import { PairTable } from './pair-table.ts';

const found = { sameBytes: () => undefined, disguises: { of: () => undefined } };
const corpus = { id: (i: number) => `d${i}`, ...found } as unknown as Corpus;
/** Two texts, of which the first comes later in the input. */
const texts = {
  memberStarts: Uint32Array.of(0, 1, 2),
  members: Uint32Array.of(5, 3),
} as unknown as CandidateTexts;

test('a pair is given in the order of the input, and its evidence with it', () => {
  const table = new PairTable(corpus, texts);
  // all of text 0 is in text 1
  table.addTexts(0, 1, evidence(4, 5, 4, 2));
  expect([...table.list()]).toMatchObject([
    { a: 'd3', b: 'd5', resemblance: 0.8, containment: { aInB: 0.8, bInA: 1 }, distance: 2 },
  ]);
});
