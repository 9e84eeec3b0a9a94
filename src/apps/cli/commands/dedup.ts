/** `neardup dedup` */
import { type DedupOptions, dedup, formatRemoved } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';

export const dedupCommand: Action = (paths, options) =>
  listResults(options, {
    start: (callbacks) => dedup(paths, { ...(options as Partial<DedupOptions>), ...callbacks }),
    toText: formatRemoved,
    foundAny: (summary) => summary.removed > 0,
  });
