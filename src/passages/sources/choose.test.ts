import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WordRange } from '../../comparison.ts';
import { chooseSources } from './choose.ts';

interface Sample {
  readonly name: number;
  readonly words: number;
  readonly ranges: readonly WordRange[];
}

function candidate(words: Iterable<number>, name: number): Sample {
  const list = [...new Set(words)].sort((x, y) => x - y);
  return { name, words: list.length, ranges: list.map((word): WordRange => [word, word + 1]) };
}

function chosen(candidates: readonly Sample[], most: number, least: number, refused: ReadonlySet<number>) {
  const taken: number[] = [];
  const counts = chooseSources(candidates, most, least, ({ name }) => {
    if (refused.has(name)) return false;
    taken.push(name);
    return true;
  });
  return { taken, counts };
}

/** Every round counts what each candidate adds. */
function plainly(candidates: readonly Sample[], most: number, least: number, refused: ReadonlySet<number>) {
  const known = new Set<number>();
  const taken: number[] = [];
  let left = candidates.filter(({ name }) => !refused.has(name));
  while (taken.length < most && left.length > 0) {
    const adds = left.map(({ ranges }) => ranges.filter(([word]) => !known.has(word)).length);
    const most = Math.max(...adds);
    const best = taken.length > 0 && most < least ? left[0] : left[adds.indexOf(most)];
    taken.push(best.name);
    for (const [word] of best.ranges) known.add(word);
    left = left.filter((other) => other !== best);
  }
  return taken;
}

describe('sources', () => {
  it('sources are chosen by what each adds, as a plain search does it, and counted rarely', () => {
    const samples = fc
      .array(fc.array(fc.nat(40), { minLength: 1, maxLength: 20 }), { maxLength: 20 })
      .map((list) => list.map(candidate).sort((x, y) => y.words - x.words || x.name - y.name));
    fc.assert(
      fc.property(
        samples,
        fc.nat(12),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(19),
        (list, most, least, bad) => {
          const refused = new Set([bad]);
          const { taken, counts } = chosen(list, most, least, refused);
          expect(taken).toEqual(plainly(list, most, least, refused));
          expect(counts).toBeLessThanOrEqual(most * list.length);
        },
      ),
    );
  });

  it('sources that have nothing in common are chosen in order, and each is counted about once', () => {
    const list = Array.from({ length: 1000 }, (_, i) => candidate([5 * i, 5 * i + 1, 5 * i + 2], i));
    const { taken, counts } = chosen(list, 10, 1, new Set());
    expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(counts).toBeLessThan(100);
  });
});
