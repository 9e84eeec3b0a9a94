/** `neardup compare` */
import {
  type Comparison,
  type ComparisonIn,
  ComparisonPage,
  compare,
  compareIn,
  comparisonObjects,
  formatComparison,
  NeardupError,
} from '../../../index.ts';
import { flagName } from '../flag-names.ts';
import { Output } from '../output.ts';
import type { Action, LibraryOptions, OwnOptions } from '../program.ts';
import { Terminal } from '../terminal.ts';
import { compareAllCommand } from './compare-all.ts';

export const compareCommand: Action = async ([text, ...sources], options, own) => {
  if (own.all === true) return compareAllCommand([text, ...sources], options, own);
  const { in: given, ...others } = options;
  const collection = Array.isArray(given) ? (given as string[]) : undefined;
  checkCall(text, sources, collection);
  checkOptions(options, collection !== undefined);
  if (own.json === true && own.full === true) {
    const message = '`--full` has no effect: `--json` prints every passage.';
    throw new NeardupError('BAD_OPTION', message, { option: 'full', advice: 'Leave it out.' });
  }
  const terminal = new Terminal(own.quiet === true);
  const page =
    own.html === undefined
      ? undefined
      : await ComparisonPage.open(own.html, [text, ...sources, ...(collection ?? [])]);
  try {
    const settings = { ...others, ...terminal.callbacks() };
    const searched = collection === undefined ? undefined : await compareIn(text, collection, settings);
    const comparison = searched ?? (await compare(text, sources, settings));
    await page?.write(comparison);
    terminal.clear();
    await print(comparison, own, searched);
    if (page !== undefined) terminal.note(`wrote ${own.html}`);
    if (terminal.problems > 0) return 2;
    return own.exitCode === true && comparison.passages.length > 0 ? 1 : 0;
  } finally {
    await page?.abort();
    terminal.finish();
  }
};

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

/** How many documents of the collection share words with the text, including those that were not compared sentence by sentence. */
function searchLine({ candidates, documents, sources, boilerplate }: ComparisonIn): string {
  const number = (value: number) => value.toLocaleString('en');
  const of = `${number(candidates.length)} of ${number(documents)} documents share words with it`;
  const best =
    sources.length < candidates.length ? `; the best ${number(sources.length)} are compared (--sources)` : '';
  const common =
    boilerplate.length === 0
      ? ''
      : `; ${number(boilerplate.length)} of its sentences are boilerplate there (--boilerplate)`;
  return `\n  ${of}${best}${common}`;
}

async function print(comparison: Comparison, own: OwnOptions, searched?: ComparisonIn): Promise<void> {
  const output = new Output();
  if (own.json === true) for (const object of comparisonObjects(comparison)) await output.json(object);
  else {
    await output.line(
      formatComparison(comparison, {
        color: process.stdout.isTTY === true && !process.env.NO_COLOR,
        width: process.stdout.columns,
        full: own.full === true,
        allPassages: '--full lists them all, --html FILE shows them in a page',
      }),
    );
    if (searched !== undefined) await output.line(searchLine(searched));
  }
  await output.flush();
}
