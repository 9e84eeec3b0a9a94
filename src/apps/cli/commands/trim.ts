/** `neardup trim` */
import { formatTrimmed, NeardupError, trim } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';

export const trimCommand: Action = (paths, options, own) => {
  const isOutputTaken = options.output === '-';
  if (isOutputTaken && own.json === true) {
    throw new NeardupError('BAD_OPTION', 'Expected one thing on standard output, got `-o -` and `--json`.', {
      advice: 'Write the documents to a file, or the list of cuts with --spans FILE.',
    });
  }
  return listResults(own, {
    start: (callbacks) => trim(paths, { ...options, ...callbacks }),
    toText: formatTrimmed,
    isWritten: (options.output ?? options.spans) !== undefined,
    isOutputTaken,
    foundAny: (summary) => (summary.trimmed ?? 0) > 0,
  });
};
