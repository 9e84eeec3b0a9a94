import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';

describe('evaluate', () => {
  it.each([undefined, null, 5, {}, [['a', 'b']]])(
    'refuses %j as the file of known pairs, in its own words',
    async (truth) => {
      await expect(evaluate([{ id: 'a', text: 'x' }], truth as never)).rejects.toThrow(
        'Expected `truth` to be the path of a file of known pairs',
      );
    },
  );

  it('refuses labels that are no list', async () => {
    await expect(evaluate([], 'pairs.tsv', { labels: 5 as never })).rejects.toThrow('to be a list of labels');
  });
});
