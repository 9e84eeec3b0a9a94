/** `neardup text` */
import { type Options, texts } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';

export const textCommand: Action = (paths, options) => {
  let first = true;
  return listResults(options, {
    start: (callbacks) => texts(paths, { ...(options as Partial<Options>), ...callbacks }),
    toText({ id, text }) {
      const before = first ? '' : '\n';
      first = false;
      return `${before}==> ${id} <==\n${text}`;
    },
    summary: false,
    foundAny: () => false,
  });
};
