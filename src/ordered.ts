/** Runs an asynchronous step over a stream, several at a time, and gives the results in the order of the stream. */

/** How much may run at a time. */
export interface Limits<A> {
  readonly items: number;
  /** The weight of an item, and the weight that may run at a time; a heavier item runs alone. */
  readonly weigh?: (item: A) => number;
  readonly budget?: number;
}

export async function* ordered<A, B>(
  items: AsyncIterable<A> | Iterable<A>,
  limits: Limits<A>,
  step: (item: A) => Promise<B>,
): AsyncGenerator<B> {
  const running: { result: Promise<B>; weight: number }[] = [];
  let weight = 0;
  const first = () => {
    const { result, weight: done } = running.shift()!;
    weight -= done;
    return result;
  };
  try {
    for await (const item of items) {
      const own = limits.weigh?.(item) ?? 0;
      while (running.length > 0 && weight + own > (limits.budget ?? Number.POSITIVE_INFINITY))
        yield await first();
      const result = step(item);
      // a failure is reported when its turn comes; until then it must not count as unhandled
      result.catch(() => {});
      running.push({ result, weight: own });
      weight += own;
      if (running.length >= limits.items) yield await first();
    }
    while (running.length > 0) yield await first();
  } finally {
    await Promise.allSettled(running.map(({ result }) => result));
  }
}
