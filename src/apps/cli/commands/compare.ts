/** `neardup compare` */
import {
  type CompareInOptions,
  type Comparison,
  type ComparisonIn,
  ComparisonPage,
  compare,
  compareIn,
  comparisonObjects,
  formatComparison,
  NeardupError,
} from '../../../index.ts';
import { Output } from '../output.ts';
import type { Action, CliOptions } from '../program.ts';
import { Terminal } from '../terminal.ts';

export const compareCommand: Action = async ([text, ...sources], options) => {
  const collection = collectionOf(options);
  checkCall(text, sources, collection);
  const terminal = new Terminal(options.quiet === true);
  const page =
    typeof options.html === 'string'
      ? await ComparisonPage.open(options.html, [text, ...sources, ...(collection ?? [])])
      : undefined;
  try {
    const given = { ...(options as Partial<CompareInOptions>), ...terminal.callbacks() };
    const searched = collection === undefined ? undefined : await compareIn(text, collection, given);
    const comparison = searched ?? (await compare(text, sources, given));
    await page?.write(comparison);
    terminal.clear();
    await print(comparison, options, searched);
    if (page !== undefined) terminal.note(`wrote ${options.html}`);
    if (terminal.problems > 0) return 2;
    return options.exitCode === true && comparison.passages.length > 0 ? 1 : 0;
  } finally {
    await page?.abort();
    terminal.finish();
  }
};

function collectionOf(options: CliOptions): string[] | undefined {
  return Array.isArray(options.in) ? options.in : undefined;
}

function checkCall(text: string, sources: string[], collection?: string[]): void {
  if (sources.length === 0 && collection === undefined) {
    throw new NeardupError('NO_INPUT', `Expected a text and at least one source, got only \`${text}\`.`, {
      advice:
        'Name the text first, then what it is compared with (neardup compare essay.docx article.pdf), or where to look: --in library/',
    });
  }
  if ([text, ...sources].filter((name) => name === '-').length > 1) {
    throw new NeardupError('BAD_OPTION', 'Expected standard input (`-`) once, got it several times.', {
      advice: 'Standard input holds one text: save the other to a file.',
    });
  }
  if (sources.length > 0 && collection !== undefined) {
    throw new NeardupError('BAD_OPTION', 'Expected sources or `--in`, got both.', {
      advice: 'Put the sources behind --in, or leave it out.',
    });
  }
}

/** How many documents of the collection share anything: also those that were not compared sentence by sentence. */
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

async function print(comparison: Comparison, options: CliOptions, searched?: ComparisonIn): Promise<void> {
  const output = new Output();
  if (options.json === true) for (const object of comparisonObjects(comparison)) await output.json(object);
  else {
    await output.line(
      formatComparison(comparison, {
        color: process.stdout.isTTY === true && !process.env.NO_COLOR,
        width: process.stdout.columns,
        full: options.full === true,
      }),
    );
    if (searched !== undefined) await output.line(searchLine(searched));
  }
  await output.flush();
}
