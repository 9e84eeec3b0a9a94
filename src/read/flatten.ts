/**
 * Batches of items as a stream of items. An async generator takes half a microsecond for every item it yields, more
 * than it takes to parse a short line; for an item of a batch that is already there, this takes a fifth of that.
 */
export function flatten<T>(batches: AsyncIterator<Iterable<T>>): AsyncIterableIterator<T> {
  let batch: Iterator<T> = [][Symbol.iterator]();

  async function nextBatch(): Promise<IteratorResult<T, undefined>> {
    for (;;) {
      const following = await batches.next();
      if (following.done) return { done: true, value: undefined };
      batch = following.value[Symbol.iterator]();
      const first = batch.next();
      if (!first.done) return first;
    }
  }

  const items: AsyncIterableIterator<T> = {
    [Symbol.asyncIterator]: () => items,
    next() {
      // not an async function, so an error of a batch must be turned into a rejection here
      try {
        const item = batch.next();
        return item.done ? nextBatch() : Promise.resolve(item);
      } catch (error) {
        return Promise.reject(error);
      }
    },
    async return() {
      await batches.return?.();
      return { done: true, value: undefined };
    },
  };
  return items;
}
