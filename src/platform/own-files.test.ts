import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { makeLetterTable } from '../canonicalize/letter-table.ts';
import { makeRegionalTable } from '../canonicalize/regional-words.ts';
import { packTable, savedTable, unpackTable } from './own-files.ts';

describe('the tables of the build', () => {
  it('the tables of the build are those that this code makes (if not: npm run build)', () => {
    expect(Buffer.compare(savedTable('#letters.table')!, makeLetterTable())).toBe(0);
    expect(Buffer.compare(savedTable('#regional-words.table')!, makeRegionalTable())).toBe(0);
  });

  it('the tables of the build can be looked at as numbers', () => {
    expect(savedTable('#letters.table')!.byteOffset).toBe(0);
  });

  it('the tables of the build are made if they are missing, and only then', () => {
    const elsewhere = createRequire(import.meta.url).resolve;
    expect(savedTable('#letters.table', () => elsewhere('./no-such.table'))).toBe(undefined);
    expect(savedTable('#letters.table', () => '/no/such.table')).toBe(undefined);
    expect(() => savedTable('#letters.table', () => '/')).toThrow('EISDIR');
  });

  it('a table of the build is not used if it is incomplete', () => {
    const packed = packTable(Uint8Array.of(1, 2, 3, 4, 5));
    expect(unpackTable(packed)).toEqual(Uint8Array.of(1, 2, 3, 4, 5));
    const changed = Buffer.from(packed);
    changed[6]++;
    for (const bad of [
      changed,
      packed.subarray(0, -1),
      packed.subarray(0, 3),
      Buffer.alloc(0),
      Buffer.alloc(4),
    ])
      expect(unpackTable(bad)).toBe(undefined);
  });
});
