/** The work of a join, dealt out to threads. */

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
