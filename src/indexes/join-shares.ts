/** The work of a join, dealt out to threads. */

/** The chunks `[chunk, lastChunk)`. */
export interface Share {
  readonly chunk: number;
  readonly lastChunk: number;
}

/** Parts that chunks are dealt out in, or a few more: small ones, because pairs are not spread evenly. */
const SHARES = 192;

/** Chunks that lie beside each other, as many as promise about the same work; the comparisons decide, not the fingerprints. */
export function sharesOf(low: number, high: number, sizeOf: (chunk: number) => number): Share[] {
  let all = 0;
  for (let chunk = low; chunk < high; chunk++) all += sizeOf(chunk) ** 2;
  const shares: Share[] = [];
  let first = low;
  let sum = 0;
  for (let chunk = low; chunk < high; chunk++) {
    sum += sizeOf(chunk) ** 2;
    if (sum < all / SHARES && chunk + 1 < high) continue;
    shares.push({ chunk: first, lastChunk: chunk + 1 });
    first = chunk + 1;
    sum = 0;
  }
  return shares;
}

/**
 * Has every worker take one item after the other until none is left. When one of them fails no more are taken, and the others come
 * to their end first: they work in memory that the caller will give back.
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
