/** Facts about the machine, and its event loop. */
import { availableParallelism } from 'node:os';

/** Whether threads can share one memory. If not, there is one thread. */
export const sharesMemory = true;

/** Threads that the processors run at the same time. */
export function processors(): number {
  return availableParallelism();
}

/** An environment variable that configures engines. */
export function engineVariable(name: `NEARDUP_${string}`): string | undefined {
  return process.env[name];
}

/** Why these kernels run on one thread only; undefined if they do not. */
export function threadProblem(_kernels: 'wasm' | 'scalar'): string | undefined {
  // jobs read files by the numbers under which they are open, and there every thread has numbers of its own
  return 'Deno' in globalThis ? 'in Deno, threads cannot share open files' : undefined;
}

/** Why the kernels of `assembly/` cannot run here; undefined if they can. */
export function wasmProblem(): string | undefined {
  return undefined;
}

/** Lets other work of the thread have its turn: what waits goes on, callers that were answered ask again. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
