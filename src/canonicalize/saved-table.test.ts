import { describe, expect, it } from 'vitest';
import { makeLetterTable } from './letter-table.ts';
import { makeRegionalTable } from './regional-words.ts';
import { savedTable } from './saved-table.ts';

describe('the tables of the build', () => {
  it('are those that this code makes (if not: npm run build)', () => {
    expect(Buffer.compare(savedTable('#letters.table')!, makeLetterTable())).toBe(0);
    expect(Buffer.compare(savedTable('#regional-words.table')!, makeRegionalTable())).toBe(0);
  });

  it('can be looked at as numbers', () => {
    expect(savedTable('#letters.table')!.byteOffset).toBe(0);
  });

  it('are made where they are missing', () => {
    expect(savedTable('#no-such.table' as '#letters.table')).toBe(undefined);
  });
});
