import fc from 'fast-check';
import { expect, test } from 'vitest';
import { symmetricBuckets } from './buckets.ts';
import { CandidateGraph } from './candidate-graph.ts';
import { CROWD, crowdIn } from './crowds.ts';

/** Texts that are cells of their own, by the buckets of each. */
function graphOf(buckets: readonly (readonly number[])[]): CandidateGraph {
  const starts = Uint32Array.from([0, ...buckets].map((_, i) => buckets.slice(0, i).flat().length));
  const texts = Uint32Array.from({ length: buckets.length + 1 }, (_, i) => i);
  const count = Math.max(...buckets.flat()) + 1;
  const values = Uint32Array.from(buckets.flat());
  return new CandidateGraph({
    ...{ memberStarts: texts, members: texts.slice(0, -1), textStarts: texts },
    buckets: symmetricBuckets(count, { starts, values }),
  });
}

/** A crowd in bucket 0, one text that meets its first text in bucket 1, and a chain of others that begins with that text. */
function crowdWithChain(others: number): CandidateGraph {
  const crowd = Array.from({ length: CROWD + 6 }, (_, i) => (i === 0 ? [0, 1] : [0]));
  return graphOf([...crowd, ...Array.from({ length: 1 + others }, (_, i) => [1 + i, 2 + i])]);
}

test('the rest of a component that is mostly a crowd is taken with it, and of another one only the neighbors of the crowd', () => {
  const all = CROWD + 6 + 1;
  const mostly = crowdIn(crowdWithChain(30))!;
  expect(mostly.texts.length).toBe(all + 30);
  expect(mostly.whole).toEqual(new Uint8Array(all + 30).fill(1));
  const hardly = crowdIn(crowdWithChain(40))!;
  expect(hardly.texts).toEqual(Uint32Array.from({ length: all }, (_, i) => i));
  expect(hardly.whole).toEqual(new Uint8Array(all + 40).fill(1, 0, all - 1));
});

test('all candidates of a text that is taken whole are taken, whatever the buckets', () => {
  const text = fc.uniqueArray(
    fc.nat(12).map((n) => (n < 4 ? 0 : n)),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: CROWD, maxLength: 3 * CROWD }), (given) => {
      // bucket 0 is that of a crowd, the others are small
      const buckets = given.map((own, i) => own.map((n) => (n === 0 ? 0 : n + 13 * (i % 7))));
      const crowd = crowdIn(graphOf(buckets));
      if (crowd === undefined) return;
      const taken = new Set(crowd.texts);
      const isTaken = (i: number) => taken.has(i);
      for (const [i, isWhole] of crowd.whole.entries()) {
        if (isWhole === 0) continue;
        const candidates = buckets.flatMap((own, other) =>
          own.some((n) => buckets[i].includes(n)) ? [other] : [],
        );
        expect(candidates.every(isTaken)).toBe(true);
      }
    }),
    { numRuns: 30 },
  );
});
