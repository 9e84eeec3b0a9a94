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

test.each([
  ['one line of 90 MB', 1, 'some words ', 835e6],
  ['two lines of 45 MB', 2, 'some words ', 877e6],
  ['one line of 30 million Han', 1, '漢字', 1046e6],
  ['two lines of 15 million Han', 2, '漢字', 1338e6],
  ['six lines of 5 million Han', 6, '漢字', 793e6],
])(
  'the memory announced for %s is what was measured, give or take a fifth',
  async (_, lines, words, measured) => {
    const line = new TextEncoder().encode(`{"text":"${words.repeat(100_000)}`);
    const parts = Math.round(90e6 / lines / line.length);
    const source = {
      ...{ name: 'long.jsonl', size: 90e6 },
      open: async function* () {
        // only the first line is looked at
        for (let i = 0; i < parts; i++) yield line;
        yield new TextEncoder().encode('"}\n');
      },
    } as unknown as Source;
    const options = { ...DEFAULTS, threads: 2 } as unknown as Parameters<typeof planRun>[1];
    const verb = { texts: 'few' } as unknown as Parameters<typeof planRun>[2];
    const { memory } = (await planRun([source], options, verb)).need!;
    expect(memory).toBeGreaterThan(0.8 * measured);
    expect(memory).toBeLessThan(1.2 * measured);
  },
);
