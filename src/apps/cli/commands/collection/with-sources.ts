/** The documents that `compare --in` names: those of a collection with an index of passages are asked, all others are read. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isClusterAddress, type SourceCollection } from '../../../../index.ts';
import type { LibraryOptions } from '../../program.ts';

export async function withSources<T>(
  paths: readonly string[],
  { threads, by }: LibraryOptions,
  use: (place: readonly string[] | SourceCollection) => Promise<T>,
): Promise<T> {
  // the index of a collection has no fingerprints of sentences: its documents are read
  const isAsked = by !== 'fingerprint';
  const [path] = paths;
  const isThere = isClusterAddress(path) || existsSync(join(path, 'collection.json'));
  if (!isAsked || paths.length > 1 || !isThere) return use(paths);
  // most comparisons need no collection
  const { withAnyCollection } = await import('./with-collection.ts');
  const opening = { readOnly: true, threads: threads as number | undefined };
  return withAnyCollection(path, { threads }, opening, (collection) => {
    const mayRead = !isClusterAddress(path) && !collection.settings.indexes.includes('passages');
    return use(mayRead ? paths : collection.sourceIndex());
  });
}
