import { expect, test } from 'vitest';
import type { Summary } from './answers/runs.ts';
import { RunStream } from './run-stream.ts';

const SUMMARY = { documents: 2 } as Summary;

async function* two(): AsyncGenerator<number, Summary> {
  yield 1;
  yield 2;
  return SUMMARY;
}

test('the summary of a run drives it to its end', async () => {
  expect(await new RunStream(two()).summary).toBe(SUMMARY);
});

test('the summary rejects if the run fails', async () => {
  const failing = (async function* (): AsyncGenerator<number, Summary> {
    yield 1;
    throw new Error('broken');
  })();
  await expect(new RunStream(failing).summary).rejects.toThrow('broken');
});

test('results can be iterated after the summary was asked for', async () => {
  const run = new RunStream(two());
  const summary = run.summary;
  expect(await run.toArray()).toEqual([1, 2]);
  expect(await summary).toBe(SUMMARY);
});
