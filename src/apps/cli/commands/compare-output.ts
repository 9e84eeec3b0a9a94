/** Output of `compare` and `collection sources`: a comparison, and the sources that were searched. */
import {
  type Comparison,
  type ComparisonIn,
  ComparisonPage,
  comparisonObjects,
  formatComparison,
  NeardupError,
} from '../../../index.ts';
import { Output } from '../output.ts';
import type { OwnOptions } from '../program.ts';
import { grouped, Terminal } from '../terminal.ts';
import { usesColor } from '../uses-color.ts';

/**
 * Compares, prints the result, and writes the page of `--html`. Returns the exit code.
 * @param inputs Files to read; the page must not overwrite one.
 */
export async function showComparison<C extends Comparison>(
  own: OwnOptions,
  inputs: readonly string[],
  selection: { readonly hidden?: boolean },
  run: (callbacks: ReturnType<Terminal['callbacks']>) => Promise<C>,
): Promise<number> {
  if (own.json === true && own.full === true) {
    const message = '`--full` has no effect: `--json` prints every passage.';
    throw new NeardupError('BAD_OPTION', message, { option: 'full', advice: 'Leave it out.' });
  }
  if (own.json !== true && own.matrix === true) {
    const message = '`--matrix` has no effect: only `--json` prints the matrix.';
    throw new NeardupError('BAD_OPTION', message, {
      option: 'matrix',
      advice: 'Add --json, or leave it out.',
    });
  }
  const terminal = new Terminal(own);
  const page = own.html === undefined ? undefined : await ComparisonPage.open(own.html, inputs, selection);
  try {
    const comparison = await run(terminal.callbacks());
    await page?.write(comparison);
    terminal.clear();
    await print(comparison, own);
    if (page !== undefined) terminal.note(`wrote ${own.html}`);
    if (terminal.problems > 0) return 2;
    return own.exitCode === true && comparison.passages.length > 0 ? 1 : 0;
  } finally {
    await page?.abort();
    await terminal.finish();
  }
}

/** How many documents of the collection share words with the text, including those that were not compared sentence by sentence. */
function searchLine({ candidates, documents, sources, boilerplate }: ComparisonIn): string {
  const of = `${grouped(candidates.length)} of ${grouped(documents)} documents share words with it`;
  const best =
    sources.length < candidates.length
      ? `; the best ${grouped(sources.length)} are compared (--sources)`
      : '';
  const common =
    boilerplate.length === 0
      ? ''
      : `; ${grouped(boilerplate.length)} of its sentences are boilerplate there (--boilerplate)`;
  return `\n  ${of}${best}${common}`;
}

async function print(comparison: Comparison | ComparisonIn, own: OwnOptions): Promise<void> {
  const output = new Output();
  if (own.json === true) {
    for (const object of comparisonObjects(comparison, own.matrix)) await output.json(object);
  } else {
    await output.line(
      formatComparison(comparison, {
        color: usesColor(),
        width: process.stdout.columns,
        full: own.full === true,
        allPassages: '--full lists them all, --html FILE shows them in a page',
      }),
    );
    if ('candidates' in comparison) await output.line(searchLine(comparison));
  }
  await output.flush();
}
