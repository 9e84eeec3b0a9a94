import { afterEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../engines.ts';
import { openEngine } from '../../engines.ts';
import { SimhashMode } from '../layouts/modes.ts';
import { WorkerPool } from './pool.ts';

describe('a pool of workers', () => {
  let engine: Engine;
  afterEach(() => engine.close());

  /** A job over a batch of one document. */
  function job(text: string) {
    const { heap } = engine;
    const bytes = Buffer.from(`${text}\0`);
    return {
      kind: 'prepare',
      text: heap.place(bytes),
      offsets: heap.place(Uint32Array.of(0, bytes.length)),
      count: 1,
      letters: 0,
      stops: 0,
      canonicalMode: 0,
      simhashMode: SimhashMode.mixed,
      out: heap.allocate(bytes.length),
      outOffsets: heap.allocate(8),
      words: heap.allocate(4),
      fingerprints: heap.allocate(8),
      contents: heap.allocate(8),
    } as const;
  }

  test('gives every job its own answer, many more jobs than workers', async () => {
    engine = await openEngine({ threads: 3 });
    const texts = Array.from({ length: 200 }, (_, i) => 'word '.repeat(i));
    const jobs = texts.map((text) => job(text));
    const results = await Promise.all(jobs.map((one) => engine.run(one)));
    expect(results.map((result) => result.bytes)).toEqual(texts.map((text) => text.length + 1));
    expect(jobs.map((one) => engine.heap.u32[one.words / 4])).toEqual(texts.map((_, i) => i));
  });

  test('fails what waits, and what comes later, when its workers end', async () => {
    engine = await openEngine({ threads: 1 });
    const pool = await WorkerPool.start('wasm', engine.heap, 1);
    const ended = pool.close();
    const waiting = [pool.run(job('held')), pool.run(job('held')), pool.run(job('queued'))];
    const died = { code: 'ENGINE_FAILED', message: expect.stringContaining('A worker died') };
    for (const result of waiting) await expect(result).rejects.toMatchObject(died);
    await ended;
    await expect(pool.run(job('later'))).rejects.toMatchObject(died);
  });

  test('tells what went wrong in a job, and goes on', async () => {
    engine = await openEngine({ threads: 2 });
    const bad = {
      kind: 'compare',
      file: 999_999,
      ranges: Float64Array.of(0, 10),
      pairs: new Uint32Array(0),
      shape: 0,
      simhashMode: 0,
    } as const;
    await expect(engine.run({ ...bad, work: engine.heap.allocate(1000) })).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
      message: expect.stringContaining('EBADF'),
    });
    expect((await engine.run(job('still alive'))).bytes).toBe(12);
  });

  test('rejects a number of threads or an engine that is none', async () => {
    engine = await openEngine({ threads: 1 });
    await expect(openEngine({ threads: 0 })).rejects.toMatchObject({ code: 'BAD_OPTION' });
    await expect(openEngine({ threads: 1.5 })).rejects.toMatchObject({ code: 'BAD_OPTION' });
    await expect(openEngine({ engine: 'fpga' as never })).rejects.toMatchObject({ code: 'BAD_OPTION' });
  });
});
