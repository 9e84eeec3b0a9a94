/** `collection create --from-index`: a collection in place of an index. An index holds no texts, so the documents are read again. */
import { type Collection, NeardupError, openIndex } from '../../../../index.ts';
import { flagName } from '../../flag-names.ts';
import type { LibraryOptions } from '../../program.ts';
import { pick } from './options.ts';

/** How the texts of an index were treated: the collection treats them in the same way. */
const TREATMENT = ['lang', 'stopWords', 'stems', 'stemDictionary', 'ngram', 'segment', 'canonical'];

/** The settings of the collection: those of the index, and whatever else is given. */
export async function settingsFromIndex(
  index: string,
  inputs: readonly string[],
  settings: LibraryOptions,
): Promise<LibraryOptions> {
  if (inputs.length === 0) {
    throw new NeardupError(
      'NO_INPUT',
      `${index} does not hold the documents as they were read, so they are read again.`,
      {
        advice: 'Name the inputs that the index was made of.',
      },
    );
  }
  const option = TREATMENT.find((name) => settings[name] !== undefined);
  if (option !== undefined) {
    const message = `${flagName({ option })} has no effect: the index decides how texts are treated.`;
    throw new NeardupError('BAD_OPTION', message, { option, advice: 'Leave it out.' });
  }
  const opened = await openIndex(index, { threads: 1 });
  await opened.close();
  const names = new Set(['search', ...((settings.indexes ?? []) as readonly string[])]);
  return { ...settings, ...pick({ ...opened.settings.treatment }, TREATMENT), indexes: [...names] };
}

/** The ids of the index that are in no document of the collection. */
export async function missingFromIndex(index: string, collection: Collection): Promise<string[]> {
  const opened = await openIndex(index, { threads: 1 });
  try {
    return [...opened.ids()].filter((id) => collection.positionOf(id) === -1);
  } finally {
    await opened.close();
  }
}
