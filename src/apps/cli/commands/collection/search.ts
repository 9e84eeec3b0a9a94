/** `neardup collection search`: which documents of a collection are most like a text? */
import { formatSearchResult, NeardupError } from '../../../../index.ts';
import { Output } from '../../output.ts';
import type { Action } from '../../program.ts';
import { usesColor } from '../../uses-color.ts';
import { pick, SEARCHING, THREADS } from './options.ts';
import { withAnyCollection } from './with-collection.ts';

export const collectionSearchCommand: Action = async ([folder, ...texts], options, own) => {
  const ids = (options.id ?? []) as readonly string[];
  if (texts.length + ids.length === 0) {
    throw new NeardupError('NO_INPUT', 'Expected a text to search for, got none.', {
      advice: 'Give a text, or --id ID for a document of the collection.',
    });
  }
  const output = new Output();
  const format = { color: usesColor() };
  const opening = { readOnly: true, ...pick(options, THREADS) };
  await withAnyCollection(folder, options, opening, async (collection) => {
    for (const query of [...texts, ...ids.map((id) => ({ id }))]) {
      for (const result of (await collection.search(query, pick(options, SEARCHING))).results) {
        if (own.json === true) await output.json(result);
        else await output.line(formatSearchResult(result, format));
      }
    }
  });
  await output.flush();
  return 0;
};
