import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Corpus } from '../../corpus/index.ts';
import type { CandidateOptions } from '../../duplicates.ts';
import { openEngine } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import { type CandidateTexts, candidateTexts } from './candidate-texts.ts';

interface Known {
  readonly text: string;
  readonly fingerprint: bigint;
  readonly content: bigint;
}

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ threads: 1 });
});
afterAll(() => engine.close());

/** Candidates by fingerprints within three bits. Texts are looked at only after they were asked for. */
async function candidatesOf(documents: readonly Known[]): Promise<CandidateTexts> {
  const needed = new Set<number>();
  const corpus = {
    words: { view: () => Uint32Array.from(documents, ({ text }) => text.length) },
    fingerprints: { view: () => BigUint64Array.from(documents, ({ fingerprint }) => fingerprint) },
    content: (number: number) => documents[number].content,
    needTexts: async (numbers: Uint32Array) => {
      for (const number of numbers) needed.add(number);
    },
    textsInOrder: () => (number: number) => {
      expect(needed).toContain(number);
      return new TextEncoder().encode(documents[number].text);
    },
  };
  const options = { method: 'simhash', maxDistance: 3, threshold: 0.8 } as CandidateOptions;
  return candidateTexts(corpus as unknown as Corpus, engine, options);
}

/** The documents of every text, and the texts of every cell. */
function listsOf({ memberStarts, members, textStarts }: CandidateTexts) {
  const cut = (starts: Uint32Array, values: readonly number[]) =>
    [...starts.subarray(0, -1)].map((start, i) => values.slice(start, starts[i + 1]));
  const texts = cut(memberStarts, [...members]);
  return { texts, cells: cut(textStarts, [...texts.keys()]) };
}

test('documents with the same text are one text, whatever comes between them', async () => {
  const [a, b] = ['a', 'b'].map((text, i) => ({ text, fingerprint: BigInt(i) << 20n, content: BigInt(i) }));
  expect(listsOf(await candidatesOf([a, b, a, b, a])).texts).toEqual([
    [0, 2, 4],
    [1, 3],
  ]);
});

test('texts that agree in fingerprint and hash but not in their bytes stay apart, and are candidates', async () => {
  const forged = { fingerprint: 7n, content: 99n };
  const documents = ['a', 'b', 'a'].map((text) => ({ text, ...forged }));
  expect(listsOf(await candidatesOf(documents))).toEqual({ texts: [[0, 2], [1]], cells: [[0, 1]] });
});

test('documents without words are not candidates', async () => {
  const documents = ['', 'a', ''].map((text) => ({ text, fingerprint: 0n, content: 0n }));
  expect(listsOf(await candidatesOf(documents)).texts).toEqual([[1]]);
});

test('texts look into the bucket of every neighbor within three bits, and of no other', async () => {
  const documents = [0b0n, 0b111n, 0b1111n].map((fingerprint, i) => ({
    ...{ text: `text ${i}`, fingerprint, content: BigInt(i) },
  }));
  const { buckets } = await candidatesOf(documents);
  const looks = [0, 1, 2].map((cell) =>
    [...buckets.looks.subarray(buckets.lookStarts[cell], buckets.lookStarts[cell + 1])].sort(),
  );
  expect(looks).toEqual([
    [0, 1],
    [0, 1, 2],
    [1, 2],
  ]);
});
