/** `examples/versions.jsonl` is the set on which people try thresholds: what they move must show something. */
import { expect, test } from 'vitest';
import { neardup, ROOT } from '../cli/run-neardup.ts';

test('recall of the bundled versions falls with every tenth of the threshold, and precision rises from look-alikes to none', async () => {
  const files = ['examples/versions.jsonl', '--truth', 'examples/versions-pairs.tsv'];
  const { stdout } = await neardup(['eval', ...files, '--sweep', '0.3:0.9:0.1', '--json'], { cwd: ROOT });
  const { curve }: { curve: { found: number; recall: number; precision: number }[] } = JSON.parse(
    stdout.split('\n')[0],
  );
  expect(curve).toHaveLength(7);
  curve.slice(1).forEach(({ found, recall, precision }, at) => {
    expect(curve[at].found - found).toBeGreaterThanOrEqual(5);
    expect(recall).toBeLessThan(curve[at].recall);
    expect(precision).toBeGreaterThanOrEqual(curve[at].precision);
  });
  expect(curve[0].precision).toBeLessThan(0.9);
  expect(curve[0].recall).toBeGreaterThan(0.9);
  expect(curve.at(-1)!.precision).toBe(1);
  expect(curve.at(-1)!.recall).toBeLessThan(0.1);
});
