/** `neardup groups` */
import { formatGroup, groups } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';
import { needTexts } from './need-texts.ts';

export const groupsCommand: Action = (paths, options, own) => {
  needTexts('groups', own);
  return listResults(own, {
    start: (callbacks) => groups(paths, { ...options, ...callbacks }),
    toText: formatGroup,
    isWritten: options.output !== undefined,
    foundAny: (summary) => (summary.groups ?? 0) > 0,
  });
};
