/** The options of the actions, by what looks at them. */
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

export function noMore(action: string, rest: readonly string[]): void {
  if (rest.length === 0) return;
  throw new NeardupError('BAD_OPTION', `Expected nothing after the folder, got \`${rest[0]}\`.`, {
    advice: `Call \`neardup collection ${action} DIR\`.`,
  });
}
