import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { count, duration, formatNumber, percent, rounded, shortened, shownResemblance } from './numbers.ts';

describe('a percentage', () => {
  it('a percentage is rounded, not cut', () => {
    expect([0.6875, 0.35, 0.1625, 0.91, 0.0004].map((share) => percent(share))).toEqual([
      '68.8%',
      '35.0%',
      '16.3%',
      '91.0%',
      '<0.1%',
    ]);
  });

  it('a percentage is 0% only for nothing and 100% only for all of it', () => {
    expect([percent(0), percent(1)]).toEqual(['0%', '100%']);
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, minExcluded: true, maxExcluded: true, noNaN: true }),
        (share) => {
          expect(percent(share)).not.toMatch(/^(0|0\.0|100|100\.0)%$/);
        },
      ),
    );
  });

  it('a percentage is at most half a step away from the share and at most five characters wide', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.0005, max: 0.9994, noNaN: true }), (share) => {
        expect(Math.abs(Number.parseFloat(percent(share)) - share * 100)).toBeLessThanOrEqual(0.0500001);
        expect(percent(share).length).toBeLessThanOrEqual(5);
      }),
    );
  });

  it('a percentage is the same for a shortened share as for the exact one', () => {
    const shares = fc
      .tuple(fc.nat(5_000), fc.integer({ min: 1, max: 5_000 }))
      .map(([a, b]) => Math.min(1, a / b));
    fc.assert(
      fc.property(shares, (share) => {
        expect(percent(shortened(share))).toBe(percent(share));
      }),
      { numRuns: 5_000 },
    );
    expect([0.87654321, 0.99999, 1, 1e-9, 0].map(shortened)).toEqual([0.8765, 0.9999, 1, 0.0001, 0]);
  });

  it('a percentage of identical texts alone is 100%, and that of others is never rounded up to it', () => {
    expect(shownResemblance({ resemblance: 1, identical: true })).toBe(1);
    expect(percent(shownResemblance({ resemblance: 1, identical: false }))).toBe('>99.9%');
    expect([0.99996, 0.9999, 0.9995].map((share) => percent(share))).toEqual(['>99.9%', '>99.9%', '>99.9%']);
    expect(percent(0.9994)).toBe('99.9%');
    expect(percent(0.996, 0)).toBe('>99%');
    expect([1, 0.99996, 0.99994, 0.5].map(rounded)).toEqual([1, 0.9999, 0.9999, 0.5]);
  });

  it('a percentage has no decimals when none are asked for', () => {
    expect([0, 0.85, 0.29, 1].map((share) => percent(share, 0))).toEqual(['0%', '85%', '29%', '100%']);
  });
});

describe('other numbers', () => {
  it('numbers have commas between thousands and the right form of the noun', () => {
    expect([0, 999, 1000, 1234567].map(formatNumber)).toEqual(['0', '999', '1,000', '1,234,567']);
    expect([1, 2400].map((value) => count(value, 'word', 'words'))).toEqual(['1 word', '2,400 words']);
  });

  it('times have the precision that matters, and never 60 seconds', () => {
    expect([0, 9.994, 12.5, 59.96, 75.2, 119.7].map(duration)).toEqual([
      '0.00 s',
      '9.99 s',
      '12.5 s',
      '1 min 0 s',
      '1 min 15 s',
      '2 min 0 s',
    ]);
  });
});
