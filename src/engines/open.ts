/** Opens an engine: picks the kernels, says so in its name, and starts the workers. */
import { availableParallelism } from 'node:os';
import type { Engine } from '../engines.ts';
import { badOption } from '../errors.ts';
import { Heap } from './heap.ts';
import { runJob } from './jobs.ts';
import type { EngineName } from './kernels.ts';
import { loadKernels } from './load.ts';
import { WorkerPool } from './workers/pool.ts';

export interface EngineOptions {
  /** Which kernels; without it `NEARDUP_ENGINE`, then `wasm`. */
  engine?: EngineName;
  /** Threads that compute, 1 to 64. @default the number of processors */
  threads?: number;
}

export async function openEngine(options: EngineOptions = {}): Promise<Engine> {
  const which = engineName(options.engine ?? process.env.NEARDUP_ENGINE);
  const threads = options.threads ?? Math.min(64, availableParallelism());
  if (!Number.isInteger(threads) || threads < 1 || threads > 64) {
    throw badOption('threads', 'an integer from 1 to 64', threads);
  }
  const heap = new Heap();
  const kernels = await loadKernels(which, heap);
  const name = `${which}, ${threads} ${threads === 1 ? 'thread' : 'threads'}`;
  if (threads === 1) {
    return {
      name,
      threads,
      heap,
      kernels,
      run: async (job) => runJob(job, kernels, heap),
      close: async () => {},
    };
  }
  const pool = await WorkerPool.start(which, heap, threads);
  return { name, threads, heap, kernels, run: (job) => pool.run(job), close: () => pool.close() };
}

function engineName(value: string | undefined): EngineName {
  if (value === undefined || value === '') return 'wasm';
  if (value !== 'wasm' && value !== 'scalar') throw badOption('NEARDUP_ENGINE', '`wasm` or `scalar`', value);
  return value;
}
