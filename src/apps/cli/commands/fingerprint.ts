/** `neardup fingerprint` */
import { fingerprint, type Options, visible } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';

export const fingerprintCommand: Action = (paths, options) =>
  listResults(options, {
    start: (callbacks) => fingerprint(paths, { ...(options as Partial<Options>), ...callbacks }),
    toText: (result) => `${result.fingerprint}\t${visible(result.id)}`,
    summary: false,
    foundAny: () => false,
  });
