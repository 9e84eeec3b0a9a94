/** The options of the commands of a collection, by their purpose. The table of commands and the commands read the same lists. */
import { NeardupError } from '../../../../index.ts';
import { flagName } from '../../flag-names.ts';
import type { LibraryOptions } from '../../program.ts';

/** How documents are read. */
export const READING = [
  ...['textField', 'idField', 'format', 'encoding', 'markup', 'maxDocument', 'main', 'attachments'],
  ...['documentSeconds', 'documentMemory', 'temp'],
];

/** How the texts of a collection are compared; decided when it is made. */
export const SETTINGS = [
  ...['lang', 'stopWords', 'stems', 'stemDictionary', 'ngram', 'segment', 'canonical'],
  ...['threshold', 'shingle', 'unit', 'order', 'hash', 'features', 'indexes', 'keepEvents'],
];

export const ADDING = ['onDuplicate', 'expires', 'refresh'];

/** Which documents are removed. */
export const FILTERS = ['prefix', 'unseenSince', 'expired'];

/** How near-duplicates of a text are found. */
export const CHECKING = ['threshold', 'containment'];

/** How passages are found and compared. */
export const COMPARING = [
  ...['minWords', 'similarWeight', 'rightWeight', 'thesaurus', 'sources', 'boilerplate', 'maxText'],
  ...['exclude', 'excludeQuotations', 'excludeBibliography'],
];

export const SEARCHING = ['k', 'explain'];

export const GROUPING = ['threshold', 'containment', 'minWords', 'method', 'keep', 'output', 'temp'];

export const WATCHING = ['near', 'passage', 'like', 'expires'];

/** Some of the options. */
export function pick(options: LibraryOptions, names: readonly string[]): LibraryOptions {
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}

/** Refuses options that concern documents of a call that reads none. */
export function refuseWithoutDocuments(options: LibraryOptions, names: readonly string[]): void {
  const option = names.find((name) => options[name] !== undefined);
  if (option === undefined) return;
  throw new NeardupError('BAD_OPTION', `${flagName({ option })} has no effect: no documents are read.`, {
    option,
    advice: 'Leave it out, or name files with documents.',
  });
}
