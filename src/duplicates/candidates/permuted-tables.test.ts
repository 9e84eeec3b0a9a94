import { describe, expect, it } from 'vitest';
import { indexCases } from './contract.cases.ts';
import { PermutedTables } from './permuted-tables.ts';

indexCases('permuted tables', (options) => new PermutedTables(options));

describe('PermutedTables', () => {
  it('says in its name how many tables it has and how wide their keys are', () => {
    expect(new PermutedTables({ maxDistance: 3, tables: 10 }).name).toBe('permuted tables, 10 × 25 bits');
  });

  it('takes more tables when more fingerprints are expected', () => {
    expect(new PermutedTables({ expected: 1000 }).name).toBe('permuted tables, 4 × 16 bits');
    expect(new PermutedTables({ expected: 1e8 }).name).toBe('permuted tables, 10 × 25 bits');
  });

  it('removes any of many copies without walking over the others', () => {
    const index = new PermutedTables();
    for (let i = 0; i < 50_000; i++) index.add(1n);
    for (let i = 0; i < 49_999; i++) index.remove((i * 7919) % 50_000);
    expect(index.query(3n)).toEqual([{ position: (49_999 * 7919) % 50_000, distance: 1 }]);
  });
});
