/** Reads stored documents back: one by its id, or all that are living, in the order in which they were added. */

import type { CollectionDocument, RemoveFilter } from '../../collection.ts';
import { resolveOptions } from '../../option-rules.ts';
import { PREFIX_RULE } from '../options.ts';
import type { StoredDocument } from '../store/records.ts';
import type { LivingDocuments } from '../tables/living-documents.ts';

/** Documents that are read from the log together. */
const READ_TOGETHER = 256;

export function readDocument(id: string, documents: LivingDocuments): CollectionDocument | undefined {
  const number = documents.find(id);
  if (number === -1 || !documents.view.isLiving(number, documents.now())) return undefined;
  return toDocument(documents.document(number), documents.momentsOf(number));
}

export async function* readStoredDocuments(
  documents: LivingDocuments,
  options: Pick<RemoveFilter, 'prefix'>,
): AsyncGenerator<CollectionDocument> {
  const { prefix = '' } = resolveOptions({ prefix: PREFIX_RULE }, options);
  const { view } = documents;
  for (const some of livingNumbers(documents, view)) {
    const stored = documents.storedDocuments(some, view);
    for (const [i, each] of stored.entries()) {
      if (!each.id.startsWith(prefix)) continue;
      yield toDocument(each, documents.momentsOf(some[i], view));
    }
  }
}

/** The lines of the log with them. */
export async function* readStoredLines(documents: LivingDocuments): AsyncGenerator<Uint8Array> {
  const { view } = documents;
  for (const some of livingNumbers(documents, view)) yield* documents.lines(some, view);
}

function* livingNumbers(documents: LivingDocuments, view: LivingDocuments['view']): Generator<number[]> {
  const numbers = Float64Array.from(view.living(documents.now()));
  for (let from = 0; from < numbers.length; from += READ_TOGETHER)
    yield [...numbers.subarray(from, from + READ_TOGETHER)];
}

export function toDocument(
  { id, text, lang, meta }: StoredDocument,
  moments: Pick<CollectionDocument, 'seen' | 'expires'>,
): CollectionDocument {
  return {
    id,
    text,
    ...(lang !== undefined && { lang }),
    ...(meta !== undefined && { meta }),
    ...moments,
  };
}
