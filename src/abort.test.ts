import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Interruption, untilAborted } from './abort.ts';
import { filterLines } from './collection/index.ts';
import type { InputDocument } from './read/index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Megabytes of buffers after a collection. */
async function bufferMegabytes(): Promise<number> {
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  return process.memoryUsage().arrayBuffers / 2 ** 20;
}

async function* megabytes(count: number, content: (i: number) => Uint8Array): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) yield content(i);
}

describe('a stream that goes on for long', () => {
  it('keeps nothing of what it gave, although it can be aborted', async () => {
    const before = await bufferMegabytes();
    const { signal } = new AbortController();
    let most = 0;
    let count = 0;
    for await (const bytes of untilAborted(
      megabytes(100, () => new Uint8Array(2 ** 20)),
      signal,
    )) {
      expect(bytes.length).toBe(2 ** 20);
      if (++count % 20 === 0) most = Math.max(most, await bufferMegabytes());
    }
    expect(most - before).toBeLessThan(50);
  });

  it('keeps no lines that were answered while `filterLines` reads on', async () => {
    const before = await bufferMegabytes();
    const line = (i: number) =>
      Buffer.from(`${JSON.stringify({ id: `d${i}`, text: 'x'.repeat(2 ** 20) })}\n`);
    let most = 0;
    let added = 0;
    const index = {
      add: async (documents: readonly InputDocument[]) => {
        added += documents.length;
        if (added % 20 === 0) most = Math.max(most, await bufferMegabytes());
        return documents.map(({ id }) => ({ id: String(id), state: 'added' as const }));
      },
    };
    const { documents } = await filterLines(megabytes(100, line), index, {}, async () => {});
    expect(documents).toBe(100);
    expect(most - before).toBeLessThan(40);
  });
});

describe('a failure while a loop waits', () => {
  it('ends what waits now and what waits later, and is heard once', async () => {
    const interruption = new Interruption();
    expect(await interruption.orElse(1)).toBe(1);
    const waiting = interruption.orElse(new Promise(() => {}));
    interruption.fail(new Error('first'));
    interruption.fail(new Error('second'));
    await expect(waiting).rejects.toThrow('first');
    await expect(interruption.orElse(Promise.resolve(2))).rejects.toThrow('first');
    await expect(interruption.orElse(Promise.reject(new Error('third')))).rejects.toThrow('first');
  });
});
