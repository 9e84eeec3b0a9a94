/** The documents that `compare --in` names: those of a collection with an index of passages are asked, all others are read. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceCollection } from '../../../../index.ts';
import type { LibraryOptions } from '../../program.ts';

export async function withSources<T>(
  paths: readonly string[],
  { threads, by }: LibraryOptions,
  use: (place: readonly string[] | SourceCollection) => Promise<T>,
): Promise<T> {
  // the index of a collection has no fingerprints of sentences: its documents are read
  const isAsked = by !== 'fingerprint';
  const isCollection = isAsked && paths.length === 1 && existsSync(join(paths[0], 'collection.json'));
  if (!isCollection) return use(paths);
  // most comparisons need no collection
  const { withCollection } = await import('./with-collection.ts');
  return withCollection(paths[0], { readOnly: true, threads: threads as number | undefined }, (collection) =>
    use(collection.settings.indexes.includes('passages') ? collection.sourceIndex() : paths),
  );
}
