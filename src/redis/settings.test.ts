import { expect, it } from 'vitest';
import { IndexKeys } from './keys.ts';
import { groupsFor, type StoredSettings } from './settings.ts';
import { SLOTS, slotOf } from './slots.ts';

it.each([3, 6, 7, 12, 24])('the buckets of an index are on every one of %i masters', (masters) => {
  const stored = { groups: groupsFor(24, masters), hashBits: 0, salt: '' } as StoredSettings;
  const buckets = new IndexKeys('neardup', stored).buckets(new Uint32Array(48), 0);
  const used = buckets.map(({ keys }) => Math.floor((slotOf(keys[0]) * masters) / SLOTS));
  expect(new Set(used).size).toBe(masters);
  expect(buckets.flatMap(({ keys }) => keys)).toHaveLength(24);
});

it('a single server has one group, and there are never more groups than bands', () => {
  expect([groupsFor(24, undefined), groupsFor(4, 3), groupsFor(24, 100)]).toEqual([1, 4, 24]);
});
