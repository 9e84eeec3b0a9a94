import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutSlices, optimisticBounds } from '../engines/signatures.ts';
import { signatureIndexCases } from './contract.cases.ts';
import { sampleSignatures } from './sample-signatures.cases.ts';
import { sliceBitsFor, valuesWithin } from './slices.ts';

// with a neighborhood as wide as a slice every signature is seen in every slice
signatureIndexCases('slices', [
  { build: { sliceBits: 8 }, exact: (size) => ({ expand: 8, candidates: size }) },
  { build: { sliceBits: 7 }, exact: (size) => ({ expand: 7, candidates: size }) },
  { build: { sliceBits: 11 }, exact: (size) => ({ expand: 11, candidates: size }) },
]);

describe('slices', () => {
  it('cover every bit exactly once, in widths that differ by one at most, the wide ones first', () => {
    const width = fc.integer({ min: 1, max: 64 }).map((n) => 64 * n);
    fc.assert(
      fc.property(width, fc.integer({ min: 2, max: 26 }), (bits, most) => {
        const cut = cutSlices(bits, most);
        expect(cut.bits).toBeLessThanOrEqual(most);
        expect(cut.wide).toBeGreaterThan(0);
        expect(cut.wide * cut.bits + (cut.slices - cut.wide) * (cut.bits - 1)).toBe(bits);
      }),
    );
    expect(cutSlices(63, 32)).toEqual({ slices: 2, wide: 1, bits: 32 });
    expect(cutSlices(1024, 18)).toEqual({ slices: 57, wide: 55, bits: 18 });
  });

  it('grow by one bit each time the collection doubles, and have 16 at a million', () => {
    expect([14, 16, 20, 21, 22, 29].map((power) => sliceBitsFor(2 ** power))).toEqual([
      10, 12, 16, 17, 18, 25,
    ]);
  });

  it('have all values within a distance in their neighborhood, each once, nearest first', () => {
    for (const [bits, most] of [
      [5, 5],
      [9, 3],
      [16, 2],
      [26, 1],
    ]) {
      const values = [...valuesWithin(bits, most)];
      const ones = values.map((value) => value.toString(2).replaceAll('0', '').length);
      expect(new Set(values).size).toBe(values.length);
      expect(ones).toEqual([...ones].sort((a, b) => a - b));
      let count = 0;
      for (let n = 0, choices = 1; n <= most; choices = (choices * (bits - n)) / (n + 1), n++)
        count += choices;
      expect(values.length).toBe(count);
    }
  });
});

describe('the optimistic bound', () => {
  it('is never above the true distance, so that no true top-k member is ever discarded', () => {
    for (const [width, most] of [
      [64, 8],
      [64, 7],
      [192, 11],
      [256, 16],
    ]) {
      const cut = cutSlices(width, most);
      const signatures = sampleSignatures(24, width, most);
      for (const expand of [0, 1, 2, 4, cut.bits - 1, cut.bits]) {
        const bounds = optimisticBounds(cut, expand);
        for (let a = 0; a < 24; a++) {
          for (let b = 0; b < a; b++) {
            const { score, distance } = scoreOf(signatures, a, b, width, cut, expand);
            expect(bounds[score]).toBeLessThanOrEqual(distance);
            // and the pessimistic one never below it
            expect(width - score).toBeGreaterThanOrEqual(distance);
            if (expand === cut.bits) expect(bounds[score]).toBe(distance);
          }
        }
      }
    }
  });

  it('gives the values of the paper’s example: four slices of eight bits, seen in all, three or none', () => {
    const cut = cutSlices(32, 8);
    const bounds = optimisticBounds(cut, 0);
    expect([bounds[32], bounds[24], bounds[0]]).toEqual([0, 1, 4]);
    expect(optimisticBounds(cut, 1)[0]).toBe(8);
  });
});

function scoreOf(
  signatures: Uint8Array,
  a: number,
  b: number,
  width: number,
  cut: ReturnType<typeof cutSlices>,
  expand: number,
) {
  const bit = (of: number, i: number) => (signatures[of * (width / 8) + (i >>> 3)] >>> (i & 7)) & 1;
  let score = 0;
  let distance = 0;
  for (let slice = 0, start = 0; slice < cut.slices; slice++) {
    const bits = slice < cut.wide ? cut.bits : cut.bits - 1;
    let differing = 0;
    for (let i = start; i < start + bits; i++) differing += bit(a, i) ^ bit(b, i);
    if (differing <= expand) score += bits - differing;
    distance += differing;
    start += bits;
  }
  return { score, distance };
}
