import { expect, test } from 'vitest';
import type { StreamMoment } from '../window/stream-window.ts';
import { type AddMode, type Decision, decide, type Known } from './decide.ts';

const DOCUMENT = { id: 'new', text: 'Some words.' };
const LIVE: StreamMoment = { state: 'live', now: 100 };
const REPLAYING: StreamMoment = { state: 'replaying', now: 100, upTo: 5 };

/** A text that is this much like the document, and the numbers of the documents that have it. */
const like = (resemblance: number, ...documents: number[]) => ({
  documents,
  evidence: { resemblance, aInB: resemblance, bInA: resemblance, distance: 0, identical: false },
});

interface Facts {
  /** The stored document with the same id, and whether it is the same document. */
  readonly sameId?: Known['sameId'];
  readonly matches?: Known['matches'];
  /** Documents that expire, or (undefined) are not stored any more. All others are stored for ever. */
  readonly expires?: Readonly<Record<number, number | undefined>>;
}

/** The decision, with the number of the nearest document. */
type Expected = Omit<Decision, 'nearest'> & { readonly nearest?: number };
type Row = [what: string, known: Facts, StreamMoment, Partial<AddMode>, Expected];

const SAME = { number: 3, isSame: true };
const OTHER = { number: 3, isSame: false };
const TABLE: Row[] = [
  ['a document like no other is added', {}, LIVE, {}, { state: 'added' }],
  [
    'a known id with other content is replaced',
    { sameId: OTHER },
    LIVE,
    {},
    { state: 'replaced', replaces: 3 },
  ],
  ['a document that is stored is unchanged', { sameId: SAME }, LIVE, {}, { state: 'unchanged' }],
  [
    'a document that is stored is unchanged even if it resembles another',
    { sameId: SAME, matches: [like(0.9, 4)] },
    LIVE,
    { onDuplicate: 'skip' },
    { state: 'unchanged' },
  ],
  [
    'a stored document that comes again is seen',
    { sameId: SAME },
    LIVE,
    { refresh: true },
    { state: 'unchanged', seenAgain: 3 },
  ],
  [
    'a document whose stored form has expired is added again in its place',
    { sameId: SAME, expires: { 3: 100 } },
    LIVE,
    {},
    { state: 'added', replaces: 3 },
  ],
  [
    'a document counts in its last second',
    { sameId: SAME, expires: { 3: 101 } },
    LIVE,
    {},
    { state: 'unchanged' },
  ],

  [
    'a near-duplicate is kept by default, and seen by no one',
    { matches: [like(0.9, 4)] },
    LIVE,
    { refresh: true },
    { state: 'added', nearest: 4 },
  ],
  [
    'a near-duplicate is skipped',
    { matches: [like(0.9, 4)] },
    LIVE,
    { onDuplicate: 'skip' },
    { state: 'duplicate', nearest: 4 },
  ],
  [
    'a near-duplicate is refused',
    { matches: [like(0.9, 4)] },
    LIVE,
    { onDuplicate: 'refuse' },
    { state: 'refused', nearest: 4 },
  ],
  [
    'a skipped near-duplicate makes the document seen that it resembles',
    { matches: [like(0.9, 4)] },
    LIVE,
    { onDuplicate: 'skip', refresh: true },
    { state: 'duplicate', nearest: 4, seenAgain: 4 },
  ],
  [
    'an update that resembles another document is skipped, and the stored document stays',
    { sameId: OTHER, matches: [like(0.9, 4)] },
    LIVE,
    { onDuplicate: 'skip' },
    { state: 'duplicate', nearest: 4 },
  ],
  [
    'the most alike is named, not the first',
    { matches: [like(0.95, 7), like(0.9, 4)] },
    LIVE,
    { onDuplicate: 'skip' },
    { state: 'duplicate', nearest: 7 },
  ],
  [
    'among equals the one that was stored first is named',
    { matches: [like(0.9, 7), like(0.9, 4, 5)] },
    LIVE,
    { onDuplicate: 'skip' },
    { state: 'duplicate', nearest: 4 },
  ],
  [
    'documents that have expired, or are not stored any more, are no near-duplicates',
    { matches: [like(0.95, 4), like(0.9, 5, 6), like(0.85, 7)], expires: { 4: 99, 5: undefined } },
    LIVE,
    { onDuplicate: 'skip' },
    { state: 'duplicate', nearest: 6 },
  ],
  [
    'a document is added if all that it resembles has expired',
    { matches: [like(0.95, 4)], expires: { 4: 100 } },
    LIVE,
    { onDuplicate: 'skip' },
    { state: 'added' },
  ],

  [
    'a replayed stream does not compare with documents that it has not come to',
    { matches: [like(0.95, 6), like(0.9, 5)] },
    REPLAYING,
    { onDuplicate: 'skip' },
    { state: 'duplicate', nearest: 5 },
  ],
  [
    'a replayed stream knows a document that it comes to, even one outside the window',
    { sameId: { number: 6, isSame: true }, expires: { 6: 50 } },
    REPLAYING,
    {},
    { state: 'unchanged' },
  ],
  [
    'a replayed stream does not know a document that it is past and that is outside the window',
    { sameId: SAME, expires: { 3: 50 } },
    REPLAYING,
    {},
    { state: 'added', replaces: 3 },
  ],
  [
    'a replayed stream comes to an id that is stored with other content',
    { sameId: { number: 6, isSame: false } },
    REPLAYING,
    {},
    { state: 'added', replaces: 6 },
  ],
];

test.each(TABLE)('%s', (_what, { sameId, matches = [], expires = {} }, moment, mode, expected) => {
  const known = { sameId, matches, expires: (number: number) => (number in expires ? expires[number] : 0) };
  const { nearest, ...decision } = decide(DOCUMENT, known, moment, { onDuplicate: 'keep', ...mode });
  expect({ ...decision, nearest: nearest?.number }).toEqual(expected);
});

test('a document that could not be read has failed, whatever is known', () => {
  const known = { sameId: SAME, matches: [like(1, 4)], expires: () => 0 };
  expect(decide({ id: 'new', reason: 'It is no JSON.' }, known, LIVE, { onDuplicate: 'skip' })).toEqual({
    state: 'failed',
  });
});
