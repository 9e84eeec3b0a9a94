import { describe, expect, it } from 'vitest';
import { utf8Bytes } from '../../platform/bytes.ts';
import { RunProof } from './prove-runs.ts';

const TEXTS = ['a b c d e f', 'x b c d e y', 'b c q d e f'];
const proof = new RunProof({ canonicalText: (number) => utf8Bytes(TEXTS[number]) });
const window = (from: number, sourceDocument: number, sourceFrom: number) => ({
  ...{ document: 1, from, last: from, to: from + 2 },
  ...{ sourceDocument, sourceFrom },
});

describe('the proof of repeats', () => {
  it('windows whose hashes were forged cut nothing, and those beside them do', () => {
    // the words c d are in the third text, but not where the hash says
    const pieces = proof.piecesOf(1, [window(1, 2, 0), window(2, 2, 1), window(3, 2, 3)]);
    expect([...pieces]).toEqual([1, 3, 2, 0, 3, 5, 2, 3]);
    expect([...proof.piecesOf(1, [window(0, 0, 0)])]).toEqual([]);
    expect([...proof.piecesOf(1, [window(1, 0, 5)])]).toEqual([]);
  });

  it('windows that follow each other are one piece, and no word is in two', () => {
    expect([...proof.piecesOf(1, [window(1, 0, 1), window(2, 0, 2), window(3, 0, 3)])]).toEqual([1, 5, 0, 1]);
  });
});
