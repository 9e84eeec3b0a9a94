/** Work in steps: all at once, or with a turn for other work of the thread after every step. */

/** It yields after every step, and returns what it made. */
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

/** Lets other work of the thread have its turn: what waits goes on, callers that were answered ask again. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
