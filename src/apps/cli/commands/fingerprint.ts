/** `neardup fingerprint` */
import {
  type FingerprintPartsOptions,
  fingerprintLines,
  fingerprintParts,
  NeardupError,
  type Options,
} from '../../../index.ts';
import type { Action, CliOptions } from '../program.ts';
import { listResults } from './list-results.ts';

export const fingerprintCommand: Action = async (paths, options) => {
  if (options.level !== undefined) return partsCommand(paths, options);
  if (options.weights !== undefined) {
    throw new NeardupError('BAD_OPTION', 'Expected `--level` with `--weights`, got none.', {
      advice: 'Say of what with --level document, paragraph or sentence.',
    });
  }
  return listResults(options, {
    start: (callbacks) =>
      fingerprintLines(paths, options.json === true ? 'json' : 'text', {
        ...(options as Partial<Options>),
        ...callbacks,
      }),
    print: (lines, output) => output.bytes(lines),
    summary: false,
    foundAny: () => false,
  });
};

/** A fingerprint, the id, which part, and where it stands, separated by tabs. */
function partsCommand(paths: string[], options: CliOptions): Promise<number> {
  return listResults(options, {
    start: (callbacks) =>
      fingerprintParts(paths, { ...(options as Partial<FingerprintPartsOptions>), ...callbacks }),
    toText: ({ fingerprint, id, level, paragraph, sentence, start, end }) => {
      const number = paragraph ?? sentence;
      const part = number === undefined ? level : `${level} ${number}`;
      return `${fingerprint}\t${id}\t${part}\t${start}-${end}`;
    },
    summary: false,
    foundAny: () => false,
  });
}
