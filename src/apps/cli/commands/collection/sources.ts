/** `neardup collection sources`: which passages of a text are in documents of a collection? */
import { compareIn, NeardupError } from '../../../../index.ts';
import type { Action } from '../../program.ts';
import { showComparison } from '../compare-output.ts';
import { COMPARING, pick, READING, refuseWithoutDocuments, THREADS } from './options.ts';
import { withAnyCollection } from './with-collection.ts';

export const sourcesCommand: Action = async ([folder, ...texts], options, own) => {
  const ids = (options.id ?? []) as readonly string[];
  if (texts.length + ids.length !== 1) {
    const found = texts.length + ids.length === 0 ? 'none' : 'several';
    throw new NeardupError('NO_INPUT', `Expected one text to find the sources of, got ${found}.`, {
      advice: 'Give a file, FILE#ID, - for standard input, or --id ID for a document of the collection.',
    });
  }
  if (texts.length === 0) refuseWithoutDocuments(options, READING);
  const opening = { readOnly: true, ...pick(options, THREADS) };
  return withAnyCollection(folder, options, opening, (collection) =>
    showComparison(own, [...texts, folder], options, (callbacks) => {
      const settings = { ...pick(options, COMPARING), onProblem: callbacks.onProblem };
      if (ids.length === 1) return collection.sources({ id: ids[0] }, settings);
      return compareIn(texts[0], collection.sourceIndex(), settings);
    }),
  );
};
