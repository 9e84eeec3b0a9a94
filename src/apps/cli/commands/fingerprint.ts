/** `neardup fingerprint` */
import { fingerprintLines, type Options } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';

export const fingerprintCommand: Action = (paths, options) =>
  listResults(options, {
    start: (callbacks) =>
      fingerprintLines(paths, options.json === true ? 'json' : 'text', {
        ...(options as Partial<Options>),
        ...callbacks,
      }),
    print: (lines, output) => output.bytes(lines),
    summary: false,
    foundAny: () => false,
  });
