/** Collections that released versions wrote are read for ever, and answer as they did. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openCollection } from '../../src/index.ts';

const V1 = fileURLToPath(new URL('./collection-v1', import.meta.url));

test('a collection of version 1 opens, with its documents and their near-duplicates', async () => {
  const clock = () => Date.parse('2026-12-01T00:00:00Z');
  const collection = await openCollection(V1, { readOnly: true, threads: 1, clock });
  const ids: string[] = [];
  for await (const { id } of collection.documents()) ids.push(id);
  expect(ids.sort()).toEqual(['ferry-1', 'ferry-2', 'ferry-4', 'ferry-5', 'late', 'пором']);
  expect(collection.commit).toBe(5);
  const { pairs } = await collection.check({ id: 'ferry-1' });
  expect(pairs.map(({ b }) => b).sort()).toEqual(['ferry-2', 'ferry-4', 'ferry-5', 'late']);
  expect(pairs[0].resemblance).toBe(0.8095);
  await collection.close();
});
