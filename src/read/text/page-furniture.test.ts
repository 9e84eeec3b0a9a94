import { describe, expect, it } from 'vitest';
import { furniture } from './page-furniture.ts';

describe('furniture', () => {
  it('takes time in proportion to the pages: a damaged file may have 400,000 (the square of them runs out of time)', () => {
    const page = { lines: [{ text: 'x', height: 0, apart: true }], total: 1, units: 1 };
    expect(furniture(Array(400_000).fill(page))).toEqual(Array(400_000).fill(0));
  });
});
