/** `neardup collection groups`: groups of near-duplicates among all documents of a collection. */
import { formatGroup, openCollection } from '../../../../index.ts';
import type { CollectionAction } from '../collection.ts';
import { listResults } from '../list-results.ts';
import { noMore, pick } from './options.ts';

const GROUPING = ['threshold', 'containment', 'minWords', 'method', 'keep', 'output', 'temp'];

export const groupsAction: CollectionAction = {
  options: [...GROUPING, 'exitCode'],
  async run(folder, rest, options, own) {
    noMore('groups', rest);
    await using collection = await openCollection(folder, { readOnly: true, ...pick(options, ['threads']) });
    return listResults(own, {
      start: (callbacks) => collection.groups({ ...pick(options, [...GROUPING, 'threads']), ...callbacks }),
      toText: formatGroup,
      isWritten: options.output !== undefined,
      foundAny: (summary) => (summary.groups ?? 0) > 0,
    });
  },
};
