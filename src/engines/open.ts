/** Opens an engine: picks the kernels, says so in its name, and starts the workers. */
import { pauses } from '../abort.ts';
import type { Engine } from '../engines.ts';
import { badOption } from '../errors.ts';
import { completeOptions, integer, type OptionRules, oneOf } from '../option-rules.ts';
import { Heap } from './heap.ts';
import { engineVariable, processors, sharesMemory, wasmProblem } from './host.ts';
import { type Job, type KernelName, kernelCall } from './jobs.ts';
import type { EngineName, Kernels } from './kernels.ts';
import { loadKernels } from './load.ts';
import { randomSeed } from './seed.ts';
import { WorkerPool } from './workers/pool.ts';

export interface EngineOptions {
  /** Which kernels compute: `wasm` or `scalar`. @default the variable NEARDUP_ENGINE, then 'wasm' */
  readonly engine?: EngineName;
  /** Threads that compute, 1 to 64. @default the number of processors */
  readonly threads?: number;
}

export const ENGINE_RULES: OptionRules<EngineOptions> = {
  engine: oneOf(undefined, ['wasm', 'scalar']),
  threads: integer(undefined, 1, 64),
};

/** @param options.signal Jobs fail with its reason when it aborts, and the workers end. */
export async function openEngine(
  options: EngineOptions & { readonly signal?: AbortSignal } = {},
): Promise<Engine> {
  const { signal } = options;
  signal?.throwIfAborted();
  const given = completeOptions(ENGINE_RULES, options);
  const wanted = given.engine ?? engineName(engineVariable());
  const problem = wanted === 'wasm' ? wasmProblem() : undefined;
  const which = problem === undefined ? wanted : 'scalar';
  const asked = given.threads ?? defaultThreads();
  const threads = sharesMemory ? asked : 1;
  const heap = new Heap();
  const kernels = await loadKernels(which, heap);
  const reasons = [problem, threads < asked && 'the page is not cross-origin isolated'].filter(Boolean);
  const because = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  const name = `${which}, ${threads} ${threads === 1 ? 'thread' : 'threads'}${because}`;
  if (threads === 1) return engineHere(name, kernels, heap, signal);
  const pool = await WorkerPool.start(which, heap, threads);
  const run = <A, R>(job: Job<A, R>, args: A) => pool.run(job, args);
  const seed = randomSeed();
  const abort = () => pool.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  const close = () => {
    signal?.removeEventListener('abort', abort);
    return pool.close();
  };
  return { name, threads, heap, seed, kernels, run, call: caller(run), close };
}

/** An engine of the calling thread alone. */
export function engineHere(name: string, kernels: Kernels, heap: Heap, signal?: AbortSignal): Engine {
  const seed = randomSeed();
  const pause = pauses(signal);
  const run = async <A, R>(job: Job<A, R>, args: A) => {
    await pause();
    if (job.prepare !== undefined) await job.prepare(args);
    return job.run(args, kernels, heap);
  };
  return { name, threads: 1, heap, seed, kernels, run, call: caller(run), close: async () => {} };
}

/** `Engine.call`, by `Engine.run`. */
function caller(run: Engine['run']): Engine['call'] {
  return <K extends KernelName>(kernel: K, ...args: Parameters<Kernels[K]>) =>
    run(kernelCall, { kernel, args }) as Promise<ReturnType<Kernels[K]>>;
}

/** The default number of threads that compute. */
export function defaultThreads(): number {
  return sharesMemory ? Math.min(64, processors()) : 1;
}

function engineName(value: string | undefined): EngineName {
  if (value === undefined || value === '') return 'wasm';
  if (value !== 'wasm' && value !== 'scalar') throw badOption('NEARDUP_ENGINE', '`wasm` or `scalar`', value);
  return value;
}
