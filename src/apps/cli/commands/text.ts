/** `neardup text`: the text of every document as it is read, or its canonical text. */
import { canonicalTexts, NeardupError, OPTIONS, texts, visible, visibleText } from '../../../index.ts';
import type { Action } from '../program.ts';
import { listResults } from './list-results.ts';

export const textCommand: Action = (paths, options, own) => {
  const isCanonical = own.canonical === true;
  const useless = Object.keys(options).find(
    (name) => options[name] !== undefined && !(name in OPTIONS.texts),
  );
  if (!isCanonical && useless !== undefined) {
    throw new NeardupError('BAD_OPTION', 'Expected `--canonical` with options of canonical text, got none.', {
      option: useless,
      advice: 'Add --canonical, or leave them out: the text is printed without changes.',
    });
  }
  const reading = Object.fromEntries(Object.keys(OPTIONS.texts).map((name) => [name, options[name]]));
  let first = true;
  return listResults<{ id: string; text: string }>(own, {
    start: (callbacks) =>
      isCanonical
        ? canonicalTexts(paths, { ...options, ...callbacks })
        : texts(paths, { ...reading, ...callbacks }),
    toText({ id, text }) {
      const before = first ? '' : '\n';
      first = false;
      return `${before}==> ${visible(id)} <==\n${visibleText(text)}`;
    },
    summary: false,
    foundAny: () => false,
  });
};
