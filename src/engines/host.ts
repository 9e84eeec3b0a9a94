/** What the engine asks the machine it runs on. */
import { availableParallelism } from 'node:os';

/** Whether threads can share one memory. If not, there is one thread. */
export const sharesMemory = true;

/** Threads that the processors run at the same time. */
export function processors(): number {
  return availableParallelism();
}

/** The engine that the environment asks for. */
export function engineVariable(): string | undefined {
  return process.env.NEARDUP_ENGINE;
}

/** Why the kernels of `assembly/` cannot run here; undefined if they can. */
export function wasmProblem(): string | undefined {
  return undefined;
}
