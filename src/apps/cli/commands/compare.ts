/** `neardup compare` */
import {
  type CompareOptions,
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
  const collection = Array.isArray(options.in) ? (options.in as string[]) : undefined;
  if (sources.length === 0 && collection === undefined) {
    throw new NeardupError('NO_INPUT', `Expected a text and at least one source, got only \`${text}\`.`, {
      advice:
        'Name the text first, then what it is compared with (neardup compare essay.docx article.pdf), or where to look: --in library/',
    });
  }
  if (sources.length > 0 && collection !== undefined) {
    throw new NeardupError('BAD_OPTION', 'Expected sources or `--in`, got both.', {
      advice: 'Name the sources behind --in, too.',
    });
  }
  const terminal = new Terminal(options.quiet === true);
  const page =
    typeof options.html === 'string'
      ? await ComparisonPage.open(options.html, [text, ...sources, ...(collection ?? [])])
      : undefined;
  try {
    const given = { ...(options as Partial<CompareOptions>), ...terminal.callbacks() };
    const found = collection && (await compareIn(text, collection, given));
    const comparison = found ?? (await compare(text, sources, given));
    await page?.write(comparison);
    terminal.clear();
    await print(comparison, options);
    if (found !== undefined) await printCandidates(found, options);
    if (page !== undefined) terminal.note(`wrote ${options.html}`);
    if (terminal.problems > 0) return 2;
    return options.exitCode === true && comparison.passages.length > 0 ? 1 : 0;
  } finally {
    await page?.abort();
    terminal.finish();
  }
};

async function print(comparison: Comparison, options: CliOptions): Promise<void> {
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
  }
  await output.flush();
}

/** Which documents of the collection share anything: also those that were not compared sentence by sentence. */
async function printCandidates(
  { candidates, boilerplate, documents, sources }: ComparisonIn,
  options: CliOptions,
): Promise<void> {
  const output = new Output();
  if (options.json === true) {
    const list = candidates.map(({ id, words, share }) => ({
      id,
      words,
      share: Math.round(1e4 * share) / 1e4,
    }));
    await output.json({ in: { documents, candidates: list, boilerplate } });
  } else {
    const of = `${candidates.length} of ${documents} documents share words with it`;
    const best = sources.length < candidates.length ? `; the best ${sources.length} are compared` : '';
    const common =
      boilerplate.length === 0 ? '' : `; ${boilerplate.length} of its sentences are boilerplate there`;
    await output.line(`\n  ${of}${best}${common}`);
  }
  await output.flush();
}
