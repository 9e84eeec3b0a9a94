/** `neardup compare` */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CompareInOptions, type Comparison, compare, compareIn, NeardupError } from '../../../index.ts';
import { flagName } from '../flag-names.ts';
import type { Action, LibraryOptions } from '../program.ts';
import { showComparison } from './compare-output.ts';

export const compareCommand: Action = async ([text, ...sources], options, own) => {
  if (own.all === true) {
    const { compareAllCommand } = await import('./compare-all.ts');
    return compareAllCommand([text, ...sources], options, own);
  }
  const { in: given, ...others } = options;
  const collection = Array.isArray(given) ? (given as string[]) : undefined;
  checkCall(text, sources, collection);
  checkOptions(options, collection !== undefined);
  const inputs = [text, ...sources, ...(collection ?? [])];
  return showComparison<Comparison>(own, inputs, (callbacks) => {
    const settings = { ...others, ...callbacks };
    if (collection === undefined) return compare(text, sources, settings);
    return compareInside(text, collection, settings, own.reordered === true);
  });
};

/** Asks the index of passages if the documents are those of a collection that has one; otherwise all documents are read. */
async function compareInside(
  text: string,
  paths: readonly string[],
  settings: CompareInOptions,
  reordered: boolean,
): Promise<Comparison> {
  const isCollection = paths.length === 1 && existsSync(join(paths[0], 'collection.json'));
  if (!isCollection || reordered) return compareIn(text, paths, settings);
  const { withCollection } = await import('./collection/with-collection.ts');
  const opening = { readOnly: true, threads: settings.threads };
  return withCollection(paths[0], opening, async (collection) =>
    compareIn(
      text,
      collection.settings.indexes.includes('passages') ? collection.sourceIndex() : paths,
      settings,
    ),
  );
}

/** Refuses options that only the search for sources uses, or the comparison of all. */
function checkOptions(options: LibraryOptions, isSearched: boolean): void {
  const ofSearch = isSearched ? [] : ['sources', 'boilerplate'];
  const option = [...ofSearch, 'partners', 'csv'].find((name) => options[name] !== undefined);
  if (option === undefined) return;
  const [subject, flag] = ofSearch.includes(option)
    ? ['the sources that `--in` finds', '--in']
    : ['the pairs of texts that `--all` compares', '--all'];
  const message = `${flagName({ option })} has no effect: it concerns ${subject}.`;
  throw new NeardupError('BAD_OPTION', message, { option, advice: `Leave it out, or add ${flag}.` });
}

function checkCall(text: string, sources: string[], collection?: string[]): void {
  if (sources.length === 0 && collection === undefined) {
    throw new NeardupError('NO_INPUT', `Expected a text and at least one source, got only \`${text}\`.`, {
      advice:
        'Name the text first, then its sources (neardup compare essay.docx article.pdf), or a place to search: --in library/',
    });
  }
  if ([text, ...sources].filter((name) => name === '-').length > 1) {
    throw new NeardupError('BAD_OPTION', 'Expected standard input (`-`) once, got it several times.', {
      advice: 'Standard input holds one text: save the other to a file.',
    });
  }
  if (sources.length > 0 && collection !== undefined) {
    throw new NeardupError('BAD_OPTION', 'Expected sources or `--in`, got both.', {
      advice: 'Put the sources after --in, or leave it out.',
    });
  }
}
