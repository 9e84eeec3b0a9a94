import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEngine } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import { DUPLICATE_RULES, resolveDuplicateOptions } from '../options.ts';
import { proveTexts } from './compare-texts.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ engine: 'wasm', threads: 1 });
});
afterAll(() => engine.close());

/** What is found of the first text and each of the others. */
async function compared(...texts: string[]) {
  const onHeap = texts.map((text) => {
    const bytes = Buffer.from(text);
    // kernels read a little past the end, and expect a separator there
    const address = engine.heap.allocate(bytes.length + 64);
    engine.heap.u8.fill(0, address, address + bytes.length + 64).set(bytes, address);
    return { address, length: bytes.length };
  });
  const pairs = texts.slice(1).flatMap((_, i) => [0, i + 1]);
  const options = resolveDuplicateOptions(DUPLICATE_RULES, {});
  try {
    return await proveTexts(onHeap, pairs, engine, options, engine.run);
  } finally {
    for (const { address } of onHeap) engine.heap.release(address);
  }
}

test('two texts are identical if they are so byte by byte, not if they have the same shingles and length', async () => {
  const turns = 'one two one two one two one two one two';
  const other = 'two one two one two one two one two one';
  const [same, shingles] = await compared(turns, turns, other);
  expect(same).toEqual({ resemblance: 1, aInB: 1, bInA: 1, distance: 0, identical: true });
  expect(shingles).toMatchObject({ resemblance: 1, aInB: 1, bInA: 1, identical: false });
});

test('nothing is said of texts that are too different', async () => {
  expect(await compared('one two three four five six', 'six five four three two one')).toEqual([undefined]);
});
