/** Opens an engine: picks the kernels, says so in its name, and starts the workers. */
import { pauses } from '../abort.ts';
import type { Engine } from '../engines.ts';
import { badOption } from '../errors.ts';
import { completeOptions, integer, type OptionRules, oneOf } from '../option-rules.ts';
import { engineVariable, processors, threadProblem, wasmProblem } from '../platform/host.ts';
import type { RunOptions } from '../run-options.ts';
import type { Wording } from '../wording.ts';
import type { Heap } from './heap.ts';
import { giveBackKernels, loadOnNewHeap, takeKernels } from './idle-kernels.ts';
import { type Job, kernelCall } from './jobs.ts';
import type { EngineName, KernelName, Kernels } from './kernels.ts';
import { randomSeed } from './seed.ts';
import { WorkerPool } from './workers/pool.ts';

export interface EngineOptions {
  /**
   * What computes. `scalar`: plain TypeScript. `wasm`: WebAssembly. `gpu`: a GPU for the steps it has, wasm for the others, and for all
   * if there is no GPU; a note says so. `auto` is `wasm`. @default the variable NEARDUP_ENGINE, then 'auto'
   */
  readonly engine?: EngineName;
  /** Threads that compute, 1 to 64. @default the number of processors */
  readonly threads?: number;
}

const NAMES = ['auto', 'wasm', 'scalar', 'gpu'] as const;

export const ENGINE_RULES: OptionRules<EngineOptions> = {
  engine: { ...oneOf(undefined, NAMES), leftOut: 'auto' },
  threads: { ...integer(undefined, 1, 64), leftOut: 'one per processor' },
};

/**
 * @param options May be those of a run: when its signal aborts, jobs fail with its reason and the workers end; its callback for
 *   progress gets notes about the GPU.
 */
export async function openEngine(options: EngineOptions & Partial<RunOptions> = {}): Promise<Engine> {
  const { signal, onProgress } = options;
  signal?.throwIfAborted();
  const given = completeOptions(ENGINE_RULES, options);
  const asked = given.engine ?? engineName(engineVariable('NEARDUP_ENGINE'));
  const problem = asked === 'scalar' ? undefined : wasmProblem();
  const which = asked === 'scalar' || problem !== undefined ? 'scalar' : 'wasm';
  const wanted = given.threads ?? defaultThreads();
  const alone = threadProblem(which);
  const threads = alone === undefined ? wanted : 1;
  const note = (sentence: Wording) => onProgress?.({ stage: 'plan', documents: 0, note: sentence });
  if (threads < (given.threads ?? 1)) note(`One thread computes: ${alone}.`);
  const loaded = threads === 1 ? await takeKernels(which) : await loadOnNewHeap(which);
  const { heap, kernels } = loaded;
  const reasons = [problem, threads < wanted ? alone : undefined].filter((reason) => reason !== undefined);
  const because = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  const name = `${which}, ${threads} ${threads === 1 ? 'thread' : 'threads'}${because}`;
  const engine =
    threads === 1
      ? { ...engineHere(name, kernels, heap, signal), close: async () => giveBackKernels(loaded) }
      : engineOf(await WorkerPool.start(which, heap, threads), name, threads, kernels, heap, signal);
  if (asked !== 'gpu') return engine;
  const { withGpu } = await import('./gpu/open.ts');
  return withGpu(engine, engineVariable('NEARDUP_GPU_ADAPTER'), note);
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

function engineOf(
  pool: WorkerPool,
  name: string,
  threads: number,
  kernels: Kernels,
  heap: Heap,
  signal?: AbortSignal,
): Engine {
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

/** `Engine.call`, by `Engine.run`. */
function caller(run: Engine['run']): Engine['call'] {
  return <K extends KernelName>(kernel: K, ...args: Parameters<Kernels[K]>) =>
    run(kernelCall, { kernel, args }) as Promise<ReturnType<Kernels[K]>>;
}

/** The default number of threads that compute. */
export function defaultThreads(): number {
  return threadProblem('wasm') === undefined ? Math.min(64, processors()) : 1;
}

/** Bytes of input from which on workers are worth starting: each takes about 60 ms of processor time to start. */
const WORTH_WORKERS = 1_000_000;

/** The threads for an input of this size: those asked for, or one if it is small. @param bytes None if it is not known. */
export function threadsFor(bytes: number | undefined, asked: number | undefined): number {
  return asked ?? (bytes !== undefined && bytes < WORTH_WORKERS ? 1 : defaultThreads());
}

function engineName(value: string | undefined): EngineName {
  const name = NAMES.find((each) => each === (value || 'auto'));
  if (name === undefined) throw badOption('NEARDUP_ENGINE', '`auto`, `wasm`, `scalar` or `gpu`', value);
  return name;
}
