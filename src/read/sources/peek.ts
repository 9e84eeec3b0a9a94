/** A look at the first bytes of a stream of chunks without losing them. */

import { toSearch } from '../../platform/bytes.ts';
import { joinBytes } from '../../platform/join-bytes.ts';

export interface Peeked {
  /** At least as many bytes as asked for, unless there are no more. */
  readonly head: Uint8Array;
  /** Everything from the start, to be read once. Its `return` closes the stream even if nothing was taken. */
  readonly chunks: AsyncIterableIterator<Uint8Array>;
}

/** An error after some bytes is kept and raised after these bytes. */
export async function peek(stream: AsyncIterable<Uint8Array>, length: number): Promise<Peeked> {
  const input = stream[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  let failure: { error: unknown } | undefined;
  while (size < length) {
    try {
      const next = await input.next();
      if (next.done) break;
      if (next.value.length === 0) continue;
      first.push(next.value);
      size += next.value.length;
    } catch (error) {
      if (size === 0) throw error;
      failure = { error };
      break;
    }
  }
  const head = first.length === 1 ? toSearch(first[0]) : toSearch(joinBytes(first));

  let replayed = head.length === 0;
  const chunks: AsyncIterableIterator<Uint8Array> = {
    [Symbol.asyncIterator]: () => chunks,
    async next() {
      if (!replayed) {
        replayed = true;
        return { done: false, value: head };
      }
      if (failure) throw failure.error;
      return input.next();
    },
    async return() {
      await input.return?.();
      return { done: true, value: undefined };
    },
  };
  return { head, chunks };
}
