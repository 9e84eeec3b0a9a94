import { expect, it } from 'vitest';
import { storedOffsets } from './take.ts';

it('wide offsets beyond 4 GB are stored whole, and narrow ones in four bytes', () => {
  const offsets = [0, 5, 2 ** 32 - 1, 2 ** 33 + 5, 2 ** 52 + 1];
  const wide = storedOffsets(offsets, true);
  const view = new DataView(wide.buffer, wide.byteOffset, wide.byteLength);
  expect(offsets.map((_, i) => Number(view.getBigInt64(8 * i, true)))).toEqual(offsets);
  expect([...storedOffsets([0, 258], false)]).toEqual([0, 0, 0, 0, 2, 1, 0, 0]);
});
