/** `neardup pairs` */
import {
  fingerprintPairs,
  formatCandidate,
  formatPair,
  type Pair,
  pairs,
  type Summary,
} from '../../../index.ts';
import { PipelineGate } from '../gate/gate.ts';
import type { Output } from '../output.ts';
import type { Action } from '../program.ts';
import type { Terminal } from '../terminal.ts';
import { listResults } from './list-results.ts';

export const pairsCommand: Action = (paths, options, own) => {
  const foundAny = (summary: Summary) => (summary.pairs ?? 0) > 0;
  const gate = PipelineGate.open(own);
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
    foundAny: gate === undefined ? foundAny : () => gate.foundNew,
    ...(gate && {
      select: (pair: Pair) => gate.takePair(pair),
      end: (output: Output, terminal: Terminal) => gate.end(output, terminal),
    }),
  });
};
