/** The work of a join, dealt out to threads. */

/** A chunk this many times as large as the average begins early, so that its thread is not the last to end. */
const LARGE = 2;

/** The chunks `[low, high)` in the order in which they are dealt out: large ones first, then the others in the order of their numbers. */
export function largeFirst(low: number, high: number, sizeOf: (chunk: number) => number): number[] {
  const chunks = Array.from({ length: high - low }, (_, i) => low + i);
  const average = chunks.reduce((sum, chunk) => sum + sizeOf(chunk), 0) / chunks.length;
  const isLarge = (chunk: number) => sizeOf(chunk) > LARGE * average;
  const large = chunks.filter(isLarge).sort((a, b) => sizeOf(b) - sizeOf(a));
  return large.length === 0 ? chunks : [...large, ...chunks.filter((chunk) => !isLarge(chunk))];
}

/**
 * Every worker takes one item after the other until none is left. If a worker fails, no more items are taken, and the other workers
 * finish first, because they work in memory that the caller will release.
 */
export async function dealOut<I, W>(
  items: Iterable<I>,
  workers: readonly W[],
  work: (worker: W, item: I) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const turns = workers.map(async (worker) => {
    while (waiting.length > 0) {
      const [item] = waiting.splice(0, 1);
      await work(worker, item).catch((error) => {
        waiting.length = 0;
        throw error;
      });
    }
  });
  for (const turn of await Promise.allSettled(turns)) if (turn.status === 'rejected') throw turn.reason;
}
