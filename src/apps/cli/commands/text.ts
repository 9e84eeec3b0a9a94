/** `neardup text` */
import { texts, visible, visibleText } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';

export const textCommand: Action = (paths, options, own) => {
  let first = true;
  return listResults(own, {
    start: (callbacks) => texts(paths, { ...options, ...callbacks }),
    toText({ id, text }) {
      const before = first ? '' : '\n';
      first = false;
      return `${before}==> ${visible(id)} <==\n${visibleText(text)}`;
    },
    summary: false,
    foundAny: () => false,
  });
};
