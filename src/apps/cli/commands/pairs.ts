/** `neardup pairs` */
import {
  fingerprintPairs,
  formatCandidate,
  formatPair,
  type Options,
  pairs,
  type Summary,
} from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';

export const pairsCommand: Action = (paths, options) => {
  const foundAny = (summary: Summary) => (summary.pairs ?? 0) > 0;
  const { fingerprints, ...others } = options;
  const given = (callbacks: object) => ({ ...(others as Partial<Options>), ...callbacks });
  if (fingerprints === true) {
    const start = (callbacks: object) => fingerprintPairs(paths, given(callbacks));
    return listResults(options, { start, toText: formatCandidate, foundAny });
  }
  return listResults(options, {
    start: (callbacks) => pairs(paths, given(callbacks)),
    toText: formatPair,
    foundAny,
  });
};
