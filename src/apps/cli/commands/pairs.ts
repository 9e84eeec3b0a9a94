/** `neardup pairs` */
import { formatPair, pairs } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';

export const pairsCommand: Action = (paths, options, own) =>
  listResults(own, {
    start: (callbacks) => pairs(paths, { ...options, ...callbacks }),
    toText: formatPair,
    foundAny: (summary) => (summary.pairs ?? 0) > 0,
  });
