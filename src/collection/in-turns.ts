/** Work in steps: all at once, or with a turn for other work of the thread after every step. */
import { pause } from '../platform/host.ts';

/** Work that yields after every step, and returns its result. */
export type InSteps<T> = Generator<void, T>;

export function atOnce<T>(work: InSteps<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

export async function inTurns<T>(work: InSteps<T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await pause();
  }
}
