/** `neardup pairs` */
import { fingerprintPairs, formatCandidate, formatPair, pairs, type Summary } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';

export const pairsCommand: Action = (paths, options, own) => {
  const foundAny = (summary: Summary) => (summary.pairs ?? 0) > 0;
  if (own.fingerprints === true) {
    return listResults(own, {
      start: (callbacks) => fingerprintPairs(paths, { ...options, ...callbacks }),
      toText: formatCandidate,
      foundAny,
    });
  }
  return listResults(own, {
    start: (callbacks) => pairs(paths, { ...options, ...callbacks }),
    toText: formatPair,
    isWritten: options.output !== undefined,
    foundAny,
  });
};
