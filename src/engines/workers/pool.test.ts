import { afterEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../engines.ts';
import { type Address, plus } from '../heap.ts';
import { kernelCall } from '../jobs.ts';
import { openEngine } from '../open.ts';
import { WorkerPool } from './pool.ts';

describe('a pool of workers', () => {
  let engine: Engine;
  afterEach(() => engine.close());

  /** The arguments of `intersect` for a list of this length and itself. */
  function twice(length: number): [Address, number, Address, number] {
    const list = engine.heap.place(BigUint64Array.from({ length }, (_, i) => BigInt(i)));
    return [list, length, list, length];
  }

  test('gives every job its own answer, many more jobs than workers', async () => {
    engine = await openEngine({ threads: 3 });
    const lengths = Array.from({ length: 200 }, (_, i) => i);
    const results = await Promise.all(lengths.map((length) => engine.call('intersect', ...twice(length))));
    expect(results).toEqual(lengths);
  });

  test('fails what waits, and what comes later, when its workers end', async () => {
    engine = await openEngine({ threads: 1 });
    const pool = await WorkerPool.start('wasm', engine.heap, 1);
    const run = () => pool.run(kernelCall, { kernel: 'intersect', args: twice(1) });
    const ended = pool.close();
    const waiting = [run(), run(), run()];
    const died = { code: 'ENGINE_FAILED', message: expect.stringContaining('A worker died') };
    for (const result of waiting) await expect(result).rejects.toMatchObject(died);
    await ended;
    await expect(run()).rejects.toMatchObject(died);
  });

  test('reports the error of a job, and continues', async () => {
    engine = await openEngine({ threads: 2 });
    const outside = plus(0, 2 ** 31);
    await expect(engine.call('contentHash', outside, outside, 1, outside)).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
      message: expect.stringContaining('out of bounds'),
    });
    expect(await engine.call('intersect', ...twice(5))).toBe(5);
  });

  test('refuses a job that src/worker.ts does not list', async () => {
    engine = await openEngine({ threads: 2 });
    const unknown = { name: 'unknown', run: () => 1 };
    await expect(engine.run(unknown, undefined)).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
      message: expect.stringContaining('does not list the job "unknown"'),
    });
  });

  test('rejects a number of threads or an engine that is none', async () => {
    engine = await openEngine({ threads: 1 });
    await expect(openEngine({ threads: 0 })).rejects.toMatchObject({ code: 'BAD_OPTION' });
    await expect(openEngine({ threads: 1.5 })).rejects.toMatchObject({ code: 'BAD_OPTION' });
    await expect(openEngine({ engine: 'fpga' as never })).rejects.toMatchObject({ code: 'BAD_OPTION' });
  });
});
