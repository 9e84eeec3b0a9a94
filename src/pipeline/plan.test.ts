import { expect, test } from 'vitest';
import { DEFAULTS } from '../read/contract.cases.ts';
import type { Source } from '../read.ts';
import { planRun } from './plan.ts';

/** Bytes that a run over texts announces. @param head How each begins. */
async function announced(sizes: readonly number[], head: string): Promise<number> {
  const sources = sizes.map((size, i) => ({
    ...{ name: `${i}.txt`, size },
    open: async function* () {
      yield new TextEncoder().encode(head);
    },
  })) as unknown as Source[];
  const options = { ...DEFAULTS, threads: 2 } as unknown as Parameters<typeof planRun>[1];
  const verb = { texts: 'few' } as unknown as Parameters<typeof planRun>[2];
  return (await planRun(sources, options, verb)).need!.memory;
}

test.each([
  ['two texts of 99 MB', [99e6, 99e6], 'some words ', 947e6],
  ['one word 19 million times', [95e6], 'word word ', 387e6],
  ['20 MB without a space', [20e6], 'nospaceatall', 155e6],
  ['30 million Han', [90e6], '漢字', 583e6],
  ['twice 30 million Han', [90e6, 90e6], '漢字', 1127e6],
])(
  'the memory announced for %s is at least what was measured, and at most half as much again',
  async (_, sizes, head, measured) => {
    const memory = await announced(sizes, head.repeat(1000));
    expect(memory).toBeGreaterThanOrEqual(measured);
    expect(memory).toBeLessThanOrEqual(1.5 * measured);
  },
);
