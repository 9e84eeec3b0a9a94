/** What is read becomes work for the engine: batches of texts with what is known of them, and raw lines as they are. */

import type { BatchLimits } from '../collection.ts';
import type { Heap } from '../engines/index.ts';
import type { SourcedItem, SourcedLines } from '../read.ts';
import { BATCH_LIMITS, BatchBuilder, type TextBatch } from './batch-builder.ts';

/** A piece of the input. Pieces come in the order of the input. */
export type Work = ItemsWork | LinesWork;

export interface ItemsWork {
  readonly items: readonly SourcedItem[];
  /** The texts of the documents among them; undefined where there are only problems. */
  readonly batch: TextBatch | undefined;
  readonly lines?: undefined;
}

export interface LinesWork {
  readonly lines: SourcedLines;
}

export async function* packWork(
  input: AsyncIterable<SourcedItem | SourcedLines>,
  heap: Heap,
  limits: BatchLimits = BATCH_LIMITS,
): AsyncGenerator<Work> {
  const builder = new BatchBuilder(heap, limits);
  const waiting: SourcedItem[] = [];
  const flush = (): ItemsWork[] => {
    const batch = builder.finish();
    return waiting.length === 0 ? [] : [{ items: waiting.splice(0), batch }];
  };
  for await (const next of input) {
    if ('raw' in next) {
      yield* flush();
      yield { lines: next };
      continue;
    }
    const { item } = next;
    waiting.push(next);
    if (item.problem === undefined) {
      for (const batch of builder.add(item.text, item.lang))
        yield { items: takeItems(waiting, batch.count), batch };
    } else if (waiting.length >= 2 * limits.documents) yield* flush();
  }
  yield* flush();
}

/** Takes items off the front, up to the last of so many documents. */
function takeItems(waiting: SourcedItem[], documents: number): SourcedItem[] {
  let end = 0;
  for (let left = documents; left > 0; end++) if (waiting[end].item.problem === undefined) left--;
  return waiting.splice(0, end);
}
