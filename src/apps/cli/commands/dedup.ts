/** `neardup dedup` */
import { dedup, formatRemoved } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';
import { needTexts } from './need-texts.ts';

export const dedupCommand: Action = (paths, options, own) => {
  needTexts('dedup', own);
  return listResults(own, {
    start: (callbacks) => dedup(paths, { ...options, ...callbacks }),
    toText: formatRemoved,
    foundAny: (summary) => summary.removed > 0,
  });
};
