import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProofOptions } from '../../duplicates.ts';
import { evidence, isProved, mayBeProved } from './evidence.ts';

const sets = fc.tuple(
  fc.uniqueArray(fc.nat(30), { minLength: 1 }).map((values) => new Set(values)),
  fc.uniqueArray(fc.nat(30), { minLength: 1 }).map((values) => new Set(values)),
);
const options: fc.Arbitrary<ProofOptions> = fc.record({
  threshold: fc.double({ min: 0.01, max: 1, noNaN: true }),
  containment: fc.option(fc.double({ min: 0.01, max: 1, noNaN: true }), { nil: undefined }),
});

function commonOf(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  return [...a].filter((value) => b.has(value)).length;
}

test('evidence is what the definitions of resemblance and containment say', () => {
  fc.assert(
    fc.property(sets, ([a, b]) => {
      const union = new Set([...a, ...b]).size;
      const common = commonOf(a, b);
      expect(evidence(a.size, b.size, common, 5)).toEqual({
        resemblance: common / union,
        aInB: common / a.size,
        bInA: common / b.size,
        distance: 5,
        identical: false,
      });
    }),
  );
});

test('a pair exactly at the threshold is proved, and one below it is not', () => {
  expect(isProved(0.8, 0, { threshold: 0.8 })).toBe(true);
  expect(isProved(0.7999, 1, { threshold: 0.8 })).toBe(false);
  expect(isProved(0.1, 0.9, { threshold: 0.8, containment: 0.9 })).toBe(true);
  expect(isProved(0.1, 0.8999, { threshold: 0.8, containment: 0.9 })).toBe(false);
});

test('no pair that would be proved is ruled out by its sizes', () => {
  fc.assert(
    fc.property(sets, options, ([a, b], least) => {
      const { resemblance, aInB, bInA } = evidence(a.size, b.size, commonOf(a, b), 0);
      fc.pre(isProved(resemblance, Math.max(aInB, bInA), least));
      expect(mayBeProved(a.size, b.size, least)).toBe(true);
    }),
  );
});

test('sizes that reach the threshold exactly rule nothing out, and smaller ones do', () => {
  expect(mayBeProved(4, 5, { threshold: 0.8 })).toBe(true);
  expect(mayBeProved(5, 4, { threshold: 0.8 })).toBe(true);
  expect(mayBeProved(3, 4, { threshold: 0.8 })).toBe(false);
  expect(mayBeProved(1, 100, { threshold: 0.8, containment: 1 })).toBe(true);
});
