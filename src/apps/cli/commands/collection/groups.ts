/** `neardup collection groups`: groups of near-duplicates among all documents of a collection. */
import { formatGroup } from '../../../../index.ts';
import type { Action } from '../../program.ts';
import { listResults } from '../list-results.ts';
import { GROUPING, pick, THREADS } from './options.ts';
import { withCollection } from './with-collection.ts';

export const collectionGroupsCommand: Action = async ([folder], options, own) => {
  const opening = { readOnly: true, ...pick(options, THREADS) };
  return withCollection(folder, opening, (collection) =>
    listResults(own, {
      start: (callbacks) =>
        collection.groups({ ...pick(options, { ...GROUPING, ...THREADS }), ...callbacks }),
      toText: formatGroup,
      isWritten: options.output !== undefined,
      foundAny: (summary) => (summary.groups ?? 0) > 0,
    }),
  );
};
