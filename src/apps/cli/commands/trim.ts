/** `neardup trim` */
import { formatTrimmed, trim } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';
import { refuseTwoOutputs } from './refuse-two-outputs.ts';

export const trimCommand: Action = (paths, options, own) => {
  const isOutputTaken = options.output === '-';
  refuseTwoOutputs(isOutputTaken, own, 'list of cuts with --spans FILE');
  return listResults(own, {
    start: (callbacks) => trim(paths, { ...options, ...callbacks }),
    toText: formatTrimmed,
    isWritten: (options.output ?? options.spans) !== undefined,
    isOutputTaken,
    foundAny: (summary) => (summary.trimmed ?? 0) > 0,
  });
};
