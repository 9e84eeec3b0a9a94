import { expect, test } from 'vitest';
import type { Corpus } from '../../corpus/index.ts';
import type { CandidateTexts } from '../candidates/candidate-texts.ts';
import { evidence } from '../proof/evidence.ts';
import { GroupTable } from './group-table.ts';

/** Documents a to f, e without words. The texts are {a}, {b, d}, {c}, {f}; text 1 is best represented by d. */
const TEXTS = {
  memberStarts: Uint32Array.of(0, 1, 3, 4, 5),
  members: Uint32Array.of(0, 1, 3, 2, 5),
} as CandidateTexts;
const ORDER = { best: Uint32Array.of(0, 3, 2, 5), rank: Uint32Array.of(2, 0, 1, 3) };

function table({ references = 0, onlyAgainst = false } = {}): GroupTable {
  const id = (number: number) => 'abcdef'[number];
  const found = { sameBytes: () => undefined, disguises: { of: () => undefined } };
  const corpus = { length: 6, references, id, ...found } as unknown as Corpus;
  return new GroupTable(corpus, TEXTS, ORDER, onlyAgainst);
}

test('every removed document names the one kept for it, with the evidence that was found for its own text', () => {
  const groups = table();
  groups.follow(0, 1, evidence(4, 5, 4, 2));
  groups.finish();
  const sameText = { resemblance: 1, containment: { inKept: 1, ofKept: 1 }, distance: 0, identical: true };
  const inKept = { resemblance: 0.8, containment: { inKept: 1, ofKept: 0.8 }, distance: 2, identical: false };
  const removed = [
    { id: 'a', keptId: 'd', ...inKept, group: 1 },
    { id: 'b', keptId: 'd', ...sameText, group: 1 },
  ];
  expect([...groups.removals()]).toEqual(removed);
  expect([...groups.list()]).toEqual([{ group: 1, size: 3, kept: 'd', members: removed }]);
  expect(groups.counts()).toEqual({ kept: 4, removed: 2, groups: 1, truncated: 0 });
  expect([0, 1, 2, 3, 4, 5].filter((number) => groups.isKept(number))).toEqual([2, 3, 4, 5]);
});

test('groups are numbered in the input order of their kept documents', () => {
  const groups = table();
  groups.follow(3, 2, evidence(4, 4, 4, 0));
  groups.finish();
  expect([...groups.list()].map(({ group, kept }) => `${group} ${kept}`)).toEqual(['1 c', '2 d']);
});

test('a document of the reference is never removed, and removals say that it is of the reference', () => {
  const groups = table({ references: 4, onlyAgainst: true });
  groups.follow(3, 2, evidence(4, 5, 4, 1));
  groups.finish();
  expect([...groups.removals()]).toMatchObject([{ id: 'f', keptId: 'c', reference: true }]);
  expect(groups.counts()).toEqual({ kept: 1, removed: 1, groups: 1, truncated: 0 });
});

test('documents of the input with the same text all stay if only the reference counts', () => {
  const groups = table({ references: 1, onlyAgainst: true });
  groups.finish();
  expect([...groups.removals()]).toEqual([]);
});
