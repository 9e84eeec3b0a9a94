/** `neardup decontaminate` */
import { decontaminate, formatFoundItem } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';
import { refuseTwoOutputs } from './refuse-two-outputs.ts';

export const decontaminateCommand: Action = (paths, options, own) => {
  const isOutputTaken = options.output === '-';
  refuseTwoOutputs(isOutputTaken, own, 'list of items found with --spans FILE');
  return listResults(own, {
    start: (callbacks) => decontaminate(paths, { ...options, ...callbacks }),
    toText: formatFoundItem,
    isWritten: (options.output ?? options.spans) !== undefined,
    isOutputTaken,
    foundAny: (summary) => (summary.contaminated ?? 0) > 0,
  });
};
