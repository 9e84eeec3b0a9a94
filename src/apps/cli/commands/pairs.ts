/** `neardup pairs` */
import { formatPair, type Options, pairs } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';

export const pairsCommand: Action = (paths, options) =>
  listResults(options, {
    start: (callbacks) => pairs(paths, { ...(options as Partial<Options>), ...callbacks }),
    toText: formatPair,
    foundAny: (summary) => (summary.pairs ?? 0) > 0,
  });
