import { describe, expect, test } from 'vitest';
import { bandProbability, bandsFor } from './band-choice.ts';

describe('the choice of bands', () => {
  test('misses at most what was allowed, at every threshold', () => {
    for (let threshold = 0.06; threshold <= 1; threshold += 0.01) {
      for (const miss of [0.01, 0.001]) {
        const bands = bandsFor({ threshold, miss });
        expect(1 - bandProbability(threshold, bands)).toBeLessThanOrEqual(miss + 1e-12);
        expect(bands.bands * bands.rows).toBeLessThanOrEqual(160);
      }
    }
  });

  test('takes as many rows as there are min-hashes for', () => {
    expect(bandsFor({ threshold: 0.8 })).toEqual({ bands: 24, rows: 6 });
    expect(bandsFor({ threshold: 0.8, hashes: 90 })).toEqual({ bands: 16, rows: 4 });
    expect(bandsFor({ threshold: 1 })).toEqual({ bands: 4, rows: 32 });
  });

  test('refuses a threshold that would take too many, and says what to do', () => {
    expect(() => bandsFor({ threshold: 0.01 })).toThrow(
      '`threshold` to be at least 0.042 for 160 min-hashes',
    );
  });
});
