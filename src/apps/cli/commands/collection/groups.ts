/** `neardup collection groups`: groups of near-duplicates among all documents of a collection. */
import { formatGroup } from '../../../../index.ts';
import type { CollectionAction } from '../collection.ts';
import { listResults } from '../list-results.ts';
import { noMore, pick } from './options.ts';
import { withCollection } from './with-collection.ts';

const GROUPING = ['threshold', 'containment', 'minWords', 'method', 'keep', 'output', 'temp'];

export const groupsAction: CollectionAction = {
  options: [...GROUPING, 'exitCode'],
  async run(folder, rest, options, own) {
    noMore('groups', rest);
    const opening = { readOnly: true, ...pick(options, ['threads']) };
    return withCollection(folder, opening, (collection) =>
      listResults(own, {
        start: (callbacks) => collection.groups({ ...pick(options, [...GROUPING, 'threads']), ...callbacks }),
        toText: formatGroup,
        isWritten: options.output !== undefined,
        foundAny: (summary) => (summary.groups ?? 0) > 0,
      }),
    );
  },
};
