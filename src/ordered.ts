/** Runs an asynchronous step over a stream, several at a time, and gives the results in the order of the stream. */

export async function* ordered<A, B>(
  items: AsyncIterable<A> | Iterable<A>,
  concurrency: number,
  step: (item: A) => Promise<B>,
): AsyncGenerator<B> {
  const running: Promise<B>[] = [];
  try {
    for await (const item of items) {
      const promise = step(item);
      // a failure is reported when its turn comes; until then it must not count as unhandled
      promise.catch(() => {});
      running.push(promise);
      if (running.length >= concurrency) yield await running.shift()!;
    }
    while (running.length > 0) yield await running.shift()!;
  } finally {
    await Promise.allSettled(running);
  }
}
