/** `neardup pairs` */
import {
  fingerprintPairs,
  formatCandidate,
  formatImagePair,
  formatPair,
  imagePairs,
  NeardupError,
  OPTIONS,
  type Pair,
  pairs,
  type Summary,
} from '../../../index.ts';
import { flagName } from '../flag-names.ts';
import { PipelineGate } from '../gate/gate.ts';
import type { Output } from '../output.ts';
import type { Action, LibraryOptions } from '../program.ts';
import type { Terminal } from '../terminal.ts';
import { listResults } from './list-results.ts';

export const pairsCommand: Action = async (paths, options, own) => {
  const foundAny = (summary: Summary) => (summary.pairs ?? 0) > 0;
  refuseOthers(options, own.fingerprints === true);
  const gate = await PipelineGate.open('near-duplicate', own, paths, options);
  if (options.image !== undefined) {
    const taken = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    return listResults(own, {
      start: (callbacks) => imagePairs(paths, { ...taken, ...callbacks }),
      toText: formatImagePair,
      foundAny,
    });
  }
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
      gated: paths,
      select: (pair: Pair) => gate.takePair(pair),
      end: (output: Output, terminal: Terminal) => gate.end(output, terminal),
    }),
  });
};

/** Refuses options that pairs of this kind do not have. */
function refuseOthers(options: LibraryOptions, isFingerprints: boolean): void {
  const given = Object.keys(options).filter((name) => options[name] !== undefined);
  const isImage = options.image !== undefined;
  const option = given.find((name) =>
    isImage
      ? !(name in OPTIONS.imagePairs)
      : name === 'checksum' || name === 'step' || (name === 'index' && !isFingerprints),
  );
  if (option === undefined) return;
  const needed = option === 'index' ? '--fingerprints' : '--image';
  const why = isImage ? 'images are compared by their checksums alone' : `there is no \`${needed}\``;
  throw new NeardupError('BAD_OPTION', `${flagName({ option })} has no effect: ${why}.`, {
    option,
    advice: isImage ? 'Leave one of the two out.' : `Leave it out, or add ${needed}.`,
  });
}
