import { describe, expect, it } from 'vitest';
import { clusterEffort, sketchEffort, sliceEffort } from './quality.ts';

describe('the effort of a search', () => {
  it('never falls when more quality is wanted', () => {
    const qualities = Array.from({ length: 100 }, (_, i) => 0.9 + i / 1000);
    for (const effort of [
      (quality: number) => clusterEffort(3906, 62, 10, { quality }).listProbes,
      (quality: number) => clusterEffort(3906, 62, 10, { quality }).candidates,
      (quality: number) => sketchEffort(10, { quality }),
      (quality: number) => sliceEffort(10, { quality }).expand,
    ]) {
      const efforts = qualities.map(effort);
      expect(efforts).toEqual([...efforts].sort((a, b) => a - b));
    }
  });

  it('grows more slowly than the collection, and never exceeds it', () => {
    expect(clusterEffort(16 * 3906, 248, 10, { quality: 0.95 }).listProbes).toBe(67);
    expect(clusterEffort(4, 2, 10, { quality: 0.95 })).toMatchObject({ listProbes: 4, groupProbes: 2 });
  });

  it('is the one the caller sets, and a quality out of range is refused', () => {
    const own = { listProbes: 3, groupProbes: 2, candidates: 7 };
    expect(clusterEffort(100, 10, 10, own)).toEqual(own);
    expect(() => sketchEffort(10, { quality: 0.5 })).toThrow(
      'Expected `quality` to be a number from 0.9 to 1, got `0.5`.',
    );
  });
});
