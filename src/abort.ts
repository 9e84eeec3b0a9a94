/**
 * Ending early by an `AbortSignal`. A verb rejects with the signal's reason, after closing everything it opened. It notices the abort
 * wherever it waits: for the next document (`untilAborted`), for a job (`engines/open.ts`), for the next result (`run-stream.ts`).
 */

/** Passes a stream through. Raises the signal's reason as soon as it aborts, even if the stream never yields again. */
export function untilAborted<T>(stream: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncIterable<T>;
export function untilAborted<T>(
  stream: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal | undefined,
): AsyncIterable<T> | Iterable<T>;
export function untilAborted<T>(
  stream: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal | undefined,
): AsyncIterable<T> | Iterable<T> {
  return signal === undefined ? stream : follow(stream, signal);
}

async function* follow<T>(
  stream: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, undefined> {
  signal.throwIfAborted();
  const iterator =
    Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]();
  const pause = pauses(signal);
  const interruption = new Interruption();
  const abort = () => interruption.fail(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    for (;;) {
      await pause();
      const step = await interruption.orElse(iterator.next());
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    const closed = close(stream, iterator);
    // a stream that waits for something may never end
    if (!signal.aborted) await closed;
  }
}

/**
 * Something that may fail while a loop waits for one promise after the other. (`Promise.race` with a promise that lasts as long as the loop would keep
 * all that the loop ever waited for in memory.)
 */
export class Interruption {
  private failure: { readonly error: unknown } | undefined;
  private reject: ((error: unknown) => void) | undefined;

  /** Rejects the waiting call and all later ones with this error. */
  fail(error: unknown): void {
    this.failure ??= { error };
    this.reject?.(error);
  }

  /** Resolves with the promise, or rejects with the failure if that comes first. One call at a time. */
  orElse<T>(promise: T | PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.failure !== undefined) reject(this.failure.error);
      this.reject = reject;
      Promise.resolve(promise).then(resolve, reject);
    });
  }
}

async function close(stream: object, iterator: Iterator<unknown> | AsyncIterator<unknown>): Promise<void> {
  try {
    // streams of Node end at once, whatever they wait for
    if ('destroy' in stream && typeof stream.destroy === 'function') stream.destroy();
    await iterator.return?.();
  } catch {
    // the failure was raised already
  }
}

/** Milliseconds after which other work of this thread gets a turn. */
const TURN = 50;

/**
 * For work that never waits: await this at every step. Now and then it lets the thread's other work go first, so that an abort
 * can happen, and raises its reason.
 */
export function pauses(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  if (signal === undefined) return () => undefined;
  let last = performance.now();
  return () => {
    signal.throwIfAborted();
    if (performance.now() < last + TURN) return undefined;
    return new Promise((resolve, reject) => {
      setTimeout(() => {
        last = performance.now();
        if (signal.aborted) reject(signal.reason);
        else resolve();
      });
    });
  };
}

/** Resolves with the promise, or rejects with the reason as soon as the signal aborts. The promise then goes on unheard. */
export async function orAborted<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  if (signal === undefined) return promise;
  promise.catch(() => {});
  signal.throwIfAborted();
  let abort!: () => void;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Runs a verb: whatever fails because the signal aborts fails with the signal's reason. */
export async function abortable<T>(signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await run();
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
