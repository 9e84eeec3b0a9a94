/** Searches a few canonical texts in memory that were found in another way, such as by a search engine: they get the scores that `search` gives. */
import type { TextTreatment } from '../canonicalize.ts';
import { plus } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import type { TermStatistics } from '../fingerprint/index.ts';
import { newSignatureIndex } from '../nearest.ts';
import { SignatureStore } from './indexes/signature-store.ts';
import { Searchable } from './searchable.ts';

/** A document, and its canonical text. */
export interface FoundText {
  readonly id: string;
  readonly canonical: Uint8Array;
}

/** @param statistics Of all documents that were searched, at least for the terms of the query. */
export async function searchableOfFew(
  engine: Engine,
  found: readonly FoundText[],
  statistics: TermStatistics,
  treatment: TextTreatment,
): Promise<Searchable> {
  const { heap, kernels } = engine;
  // each text is followed by a NUL, as in a spool
  const offsets = new Uint32Array(found.length + 1);
  for (const [i, { canonical }] of found.entries()) offsets[i + 1] = offsets[i] + canonical.length + 1;
  const all = new Uint8Array(offsets[found.length]);
  for (const [i, { canonical }] of found.entries()) all.set(canonical, offsets[i]);
  const store = new SignatureStore(heap);
  store.reserve(found.length);
  const placed = {
    text: heap.place(all),
    offsets: heap.place(offsets),
    weights: heap.place(statistics.weights()),
  };
  const out = plus(store.extend(found.length), 0);
  kernels.topsig({ ...placed, count: found.length, width: store.width, out, masks: 0 });
  for (const address of Object.values(placed)) heap.release(address);
  const index = newSignatureIndex(engine, store, 'scan');
  await index.build();
  return new Searchable({
    ...{ engine, store, index, statistics, treatment },
    idOf: (number) => found[number].id,
    textOf: (number) => found[number].canonical,
    texts: {
      count: found.length,
      start: (number) => offsets[number],
      end: (number) => offsets[number + 1] - 1,
      read: (position, length) => all.subarray(position, position + length),
    },
  });
}
