/** `neardup dedup` */
import { type DedupOptions, dedup, formatRemoved } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';
import { needTexts } from './need-texts.ts';

export const dedupCommand: Action = (paths, options) => {
  needTexts('dedup', options);
  return listResults(options, {
    start: (callbacks) => dedup(paths, { ...(options as Partial<DedupOptions>), ...callbacks }),
    toText: formatRemoved,
    foundAny: (summary) => summary.removed > 0,
  });
};
