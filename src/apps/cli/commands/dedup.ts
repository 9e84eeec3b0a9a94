/** `neardup dedup` */
import { dedup, formatRemoved, NeardupError } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';
import { needTexts } from './need-texts.ts';

export const dedupCommand: Action = (paths, options, own) => {
  needTexts('dedup', own);
  const isOutputTaken = options.output === '-';
  if (isOutputTaken && own.json === true) {
    throw new NeardupError('BAD_OPTION', 'Expected one thing on standard output, got `-o -` and `--json`.', {
      advice: 'Write the kept documents to a file, or the list of removed ones with --removed FILE.',
    });
  }
  return listResults(own, {
    start: (callbacks) => dedup(paths, { ...options, ...callbacks }),
    toText: formatRemoved,
    isWritten: (options.output ?? options.removed) !== undefined,
    isOutputTaken,
    foundAny: (summary) => (summary.removed ?? 0) > 0,
  });
};
