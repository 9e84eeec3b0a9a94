import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Removed } from '../answers/copies.ts';
import type { Summary } from '../answers/runs.ts';
import { formatGroup, formatPair, formatRemoved, formatSummary } from './text-format.ts';

const removed = (id: string, resemblance: number, distance = 2): Removed => ({
  id,
  keptId: 'articles/12',
  resemblance,
  containment: { inKept: 0.98, ofKept: 0.9999 },
  distance,
  identical: resemblance === 1,
  group: 1,
});
const summary: Summary = {
  documents: 140_141,
  kept: 98_112,
  removed: 42_029,
  groups: 11_204,
  empty: 0,
  unreadable: 3,
  seconds: 12.5,
  engine: 'wasm, 2 threads',
};

describe('results on the terminal', () => {
  it('results on the terminal show a group with its members aligned', () => {
    const members = [
      removed('mirror/7.html', 0.931),
      removed('feeds.jsonl:41', 1, 0),
      removed('x', 0.99996, 1),
    ];
    expect(formatGroup({ group: 1, size: 4, kept: 'articles/12', members })).toBe(
      [
        '▸ articles/12 has 3 copies',
        '    93.1%  in kept 98.0%  of kept >99.9%   2 bits  mirror/7.html',
        '     100%  in kept 98.0%  of kept >99.9%   0 bits  feeds.jsonl:41',
        '    >99.9%  in kept 98.0%  of kept >99.9%   1 bit   x',
      ].join('\n'),
    );
  });

  it('results on the terminal count the members of a large group that are not listed', () => {
    const members = Array.from({ length: 1_300 }, (_, i) => removed(`${i}`, 0.9));
    const lines = formatGroup({ group: 1, size: 1_301, kept: 'a', members }, { members: 2 }).split('\n');
    expect(lines[0]).toBe('▸ a has 1,300 copies');
    expect(lines.slice(3)).toEqual(['    and 1,298 more']);
  });

  it('results on the terminal show a pair and a removed document in one line', () => {
    const pair = {
      ...{ a: 'a', b: 'b', resemblance: 0.8, containment: { aInB: 1, bInA: 0.8 }, distance: 3 },
      identical: false,
    };
    expect(formatPair(pair)).toBe('80.0%  a in b  100%  b in a 80.0%   3 bits  a ≈ b');
    expect(formatPair({ ...pair, resemblance: 1, identical: true })).toMatch(/a = b$/);
    expect(formatRemoved(removed('x', 1, 0))).toBe(
      ' 100%  in kept 98.0%  of kept >99.9%   0 bits  x → articles/12',
    );
  });

  it('results on the terminal say 100% and = of identical texts only, and which are the same file', () => {
    const pair = {
      ...{ a: 'a', b: 'b', resemblance: 1, containment: { aInB: 1, bInA: 1 }, distance: 0 },
      identical: false,
    };
    expect(formatPair(pair)).toBe('>99.9%  a in b  100%  b in a  100%   0 bits  a ≈ b');
    expect(formatPair({ ...pair, identical: true, sameBytes: false })).toMatch(/^ 100% .* a = b$/);
    expect(formatPair({ ...pair, identical: true, sameBytes: true })).toMatch(/ a = b {2}same file$/);
    const same = { ...removed('x', 1, 0), sameBytes: true };
    expect(formatRemoved(same)).toMatch(/ x → articles\/12 {2}same file$/);
    expect(formatGroup({ group: 1, size: 2, kept: 'k', members: [same] })).toMatch(/ x {2}same file$/);
  });

  it('sum up with names and numbers aligned, and leave out counts of zero', () => {
    expect(formatSummary(summary)).toBe(
      [
        '   documents  140,141',
        '        kept   98,112',
        '     removed   42,029  30.0% in 11,204 groups',
        '  unreadable        3',
        '        time   12.5 s  11,211 documents/s, wasm, 2 threads',
      ].join('\n'),
    );
    const nothing = { documents: 0, kept: 0, removed: 0, groups: 0, empty: 0, unreadable: 0, seconds: 0 };
    expect(formatSummary({ ...nothing, engine: 'scalar' })).toMatch(/removed {7}0\n.*0\.00 s {2}scalar$/);
    expect(formatSummary({ ...summary, empty: 1, seconds: 125 })).toMatch(/empty.*1.*\n.*\n.*2 min 5 s/);
  });

  it('results on the terminal are the same with colors but for the colors', () => {
    const group = { group: 1, size: 2, kept: 'a', members: [removed('x', 0.9)] };
    expect(formatGroup(group, { color: true })).not.toBe(formatGroup(group));
    expect(stripVTControlCharacters(formatGroup(group, { color: true }))).toBe(formatGroup(group));
    expect(stripVTControlCharacters(formatSummary(summary, { color: true }))).toBe(formatSummary(summary));
  });

  it('results on the terminal never let an id command the terminal, break the line or turn the direction', () => {
    const nasty = fc.string({
      unit: fc.oneof(fc.constantFrom('\x1b', '\n', '\x9b', '\u202e', '[2J'), fc.string()),
    });
    fc.assert(
      fc.property(nasty, (id) => {
        expect(formatRemoved(removed(id, 1))).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});
