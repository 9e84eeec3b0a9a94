/** `neardup groups` */
import { formatGroup, groups, type Options } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';
import { needTexts } from './need-texts.ts';

export const groupsCommand: Action = (paths, options) => {
  needTexts('groups', options);
  return listResults(options, {
    start: (callbacks) => groups(paths, { ...(options as Partial<Options>), ...callbacks }),
    toText: formatGroup,
    foundAny: (summary) => summary.groups > 0,
  });
};
