/** `neardup fingerprint` */
import { fingerprintLines, fingerprintParts, NeardupError, visible } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';

export const fingerprintCommand: Action = async (paths, options, own) => {
  const { level, weights, ...others } = options;
  if (level !== undefined) return partsCommand(paths, options, own);
  if (weights !== undefined) {
    throw new NeardupError('BAD_OPTION', 'Expected `--level` with `--weights`, got none.', {
      advice: 'Add --level document, paragraph or sentence.',
      option: 'weights',
    });
  }
  return listResults(own, {
    start: (callbacks) =>
      fingerprintLines(paths, own.json === true ? 'json' : 'text', { ...others, ...callbacks }),
    print: (lines, output) => output.bytes(lines),
    summary: false,
    foundAny: () => false,
  });
};

/** A fingerprint, the id, the kind of part, and its place, separated by tabs. */
const partsCommand: Action = (paths, options, own) =>
  listResults(own, {
    start: (callbacks) => fingerprintParts(paths, { ...options, ...callbacks }),
    toText: ({ fingerprint, id, level, paragraph, sentence, start, end }) => {
      const number = paragraph ?? sentence;
      const part = number === undefined ? level : `${level} ${number}`;
      return `${fingerprint}\t${visible(id)}\t${part}\t${start}-${end}`;
    },
    summary: false,
    foundAny: () => false,
  });
