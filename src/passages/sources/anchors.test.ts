import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANCHOR_WINDOW } from '../../engines/layouts/anchors.ts';
import { eachAnchor, hashWords, runHashes } from '../../engines/scalar/anchors.ts';
import { AnchorTable } from './anchor-table.ts';

function anchorsOf(hashes: number[]): number[] {
  const kept: number[] = [];
  eachAnchor(Uint32Array.from(hashes), (run) => kept.push(run));
  return kept;
}

describe('anchors', () => {
  it('anchors keep the least of every window, and little more than two fifths of all runs', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20 }), { maxLength: 60 }), (hashes) => {
        const kept = anchorsOf(hashes);
        for (let from = 0; from + ANCHOR_WINDOW <= hashes.length; from++) {
          const window = hashes.slice(from, from + ANCHOR_WINDOW);
          const inside = kept.filter((run) => run >= from && run < from + ANCHOR_WINDOW);
          expect(inside.some((run) => hashes[run] === Math.min(...window))).toBe(true);
        }
        expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
      }),
    );
    const random = Array.from({ length: 10_000 }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 0);
    expect(anchorsOf(random).length / 10_000).toBeLessThan(0.5);
    expect(anchorsOf(Array(1000).fill(7)).length).toBeLessThanOrEqual(Math.ceil(1000 / ANCHOR_WINDOW));
  });

  it('there are no anchors for fewer words than a run, and one for just as many', () => {
    expect(anchorsOf([...runHashes(new Uint32Array(4))])).toEqual([]);
    expect(anchorsOf([...runHashes(new Uint32Array(5))])).toEqual([0]);
  });

  it('hash a run of words alike wherever it is', () => {
    const hashes = (text: string) => {
      const words = new Uint32Array(text.split(' ').length);
      const bytes = Buffer.from(`${text}\0`);
      expect(hashWords(bytes, 0, bytes.length, words, 0)).toBe(words.length);
      return [...runHashes(words)];
    };
    const run = 'one two three four five';
    expect(hashes(`before it ${run} and after`)[2]).toBe(hashes(run)[0]);
    expect(hashes('one two three four six')[0]).not.toBe(hashes(run)[0]);
  });
});

describe('AnchorTable', () => {
  it('finds all documents of a hash in ascending order, as a map does', () => {
    const values = fc.oneof(fc.nat({ max: 8 }), fc.nat({ max: 0xffffffff }));
    fc.assert(
      fc.property(fc.array(values, { maxLength: 200 }), values, (hashes, other) => {
        const table = new AnchorTable();
        for (const [place, hash] of hashes.entries()) table.add(hash, place);
        for (const hash of new Set([...hashes, other])) {
          const expected = hashes.flatMap((value, place) => (value === hash ? [place] : []));
          const found: number[] = [];
          table.find(hash, (document) => found.push(document) > 0);
          expect(found).toEqual(expected);
        }
      }),
    );
  });
});
