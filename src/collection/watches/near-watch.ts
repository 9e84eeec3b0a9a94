/** Looks in arriving documents for near-duplicates of examples, by the keys that were made of the documents anyway. */

import type { CollectionSettings } from '../../collection.ts';
import type { PreparedTexts } from '../../corpus/index.ts';
import { findMatches, KeyLists, pairOf } from '../../duplicates/index.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';
import type { FoundEvent } from './event-log.ts';
import { exampleOf, type WatchFacts } from './watch-facts.ts';
import type { Arrived } from './watches.ts';

export type FoundNear = NonNullable<FoundEvent['near']>;

/** By document and watch: the example that the document is most like. @param examples The texts of the watches. */
export async function findNear(
  arrived: readonly Arrived[],
  prepared: PreparedTexts,
  examples: LivingDocuments,
  watches: ReadonlyMap<string, WatchFacts>,
  settings: CollectionSettings,
  now: number,
): Promise<Map<string, FoundNear>[]> {
  const { view, steps } = examples;
  const stored = {
    view,
    now,
    lists: new KeyLists(view, now),
    bytes: (number: number) => examples.bytes(number, view),
    known: examples.sketches,
    texts: (numbers: readonly number[]) => examples.texts(numbers, view),
  };
  const queries = arrived.map(({ i }) => prepared.query(i));
  const found = await findMatches(queries, stored, steps.engine, settings);
  return found.map(({ matches }) => {
    const byWatch = new Map<string, FoundNear>();
    // the most alike first: the first one of a watch counts
    for (const { documents: numbers, evidence } of matches) {
      for (const number of numbers) {
        const [watch, text] = exampleOf(examples.id(number, view));
        const { near = settings.threshold, count = 0 } = watches.get(watch) ?? { near: false as const };
        if (near === false || evidence.resemblance < near || text >= count || byWatch.has(watch)) continue;
        const { a: _, b: __, ...facts } = pairOf('', '', evidence);
        byWatch.set(watch, { text, ...facts });
      }
    }
    return byWatch;
  });
}
