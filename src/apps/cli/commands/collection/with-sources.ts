/** The documents that `compare --in` names: those of a collection with an index of passages are asked, all others are read. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NeardupError, type SourceCollection } from '../../../../index.ts';
import type { LibraryOptions } from '../../program.ts';

/** @param reordered Also sentences in another order are looked for, which the index does not have. */
export async function withSources<T>(
  paths: readonly string[],
  { threads }: LibraryOptions,
  reordered: boolean,
  use: (place: readonly string[] | SourceCollection) => Promise<T>,
): Promise<T> {
  const isCollection = paths.length === 1 && existsSync(join(paths[0], 'collection.json'));
  if (reordered && !isCollection) {
    const message =
      '`--reordered` has no effect: only of a collection such sentences are not looked for anyway.';
    throw new NeardupError('BAD_OPTION', message, { option: 'reordered', advice: 'Leave it out.' });
  }
  if (!isCollection || reordered) return use(paths);
  // most comparisons need no collection
  const { withCollection } = await import('./with-collection.ts');
  return withCollection(paths[0], { readOnly: true, threads: threads as number | undefined }, (collection) =>
    use(collection.settings.indexes.includes('passages') ? collection.sourceIndex() : paths),
  );
}
