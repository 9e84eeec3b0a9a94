import { expect, test } from 'vitest';
import type { Source } from '../read.ts';
import { planRun } from './plan.ts';

test('two texts of 99 MB announce the memory that they take together while they are prepared', async () => {
  const source = (name: string) => ({ name, size: 99e6 }) as Source;
  const options = { threads: 2, from: 'text' } as unknown as Parameters<typeof planRun>[1];
  const { need } = await planRun([source('a.txt'), source('b.txt')], options, {
    texts: 'few',
  } as unknown as Parameters<typeof planRun>[2]);
  // measured: 912 MB
  expect(need!.memory).toBeGreaterThan(900e6);
  expect(need!.memory).toBeLessThan(1100e6);
});
