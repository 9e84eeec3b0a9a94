/** Groups the input into work for the engine: batches of texts with their items, and blocks of lines. */

import type { BatchLimits } from '../corpus.ts';
import type { Heap } from '../engines/index.ts';
import type { LineBlock } from '../read/index.ts';
import type { SourcedItem } from '../read.ts';
import { BATCH_LIMITS, BatchBuilder, type TextBatch } from './batch-builder.ts';

export interface ItemBatch {
  readonly items: readonly SourcedItem[];
  /** The texts of the documents among them; undefined if there are only problems. */
  readonly batch: TextBatch | undefined;
}

/** Yields the work in the order of the input. */
export async function* packWork(
  input: AsyncIterable<SourcedItem | LineBlock>,
  heap: Heap,
  limits: BatchLimits = BATCH_LIMITS,
): AsyncGenerator<ItemBatch | LineBlock> {
  const builder = new BatchBuilder(heap, limits);
  const waiting: SourcedItem[] = [];
  const flush = (): ItemBatch[] => {
    const batch = builder.finish();
    return waiting.length === 0 ? [] : [{ items: waiting.splice(0), batch }];
  };
  for await (const next of input) {
    if (!('item' in next)) {
      yield* flush();
      yield next;
      continue;
    }
    const { item } = next;
    waiting.push(next);
    if (item.problem === undefined) {
      for (const batch of builder.add(item.text, item.lang))
        yield { items: removeItems(waiting, batch.count), batch };
    } else if (waiting.length >= 2 * limits.documents) yield* flush();
  }
  yield* flush();
}

/** Removes items from the front until they have this many documents. */
function removeItems(waiting: SourcedItem[], documents: number): SourcedItem[] {
  let end = 0;
  for (let left = documents; left > 0; end++) if (waiting[end].item.problem === undefined) left--;
  return waiting.splice(0, end);
}
