/** `neardup compare` */
import {
  type CompareOptions,
  type Comparison,
  ComparisonPage,
  compare,
  comparisonObjects,
  formatComparison,
  NeardupError,
} from '../../../index.ts';
import { Output } from '../output.ts';
import type { Action, CliOptions } from '../program.ts';
import { Terminal } from '../terminal.ts';

export const compareCommand: Action = async ([text, ...sources], options) => {
  if (sources.length === 0) {
    throw new NeardupError('NO_INPUT', `Expected a text and at least one source, got only \`${text}\`.`, {
      advice: 'Name the text first, then what it is compared with: neardup compare essay.docx article.pdf',
    });
  }
  const terminal = new Terminal(options.quiet === true);
  const page =
    typeof options.html === 'string'
      ? await ComparisonPage.open(options.html, [text, ...sources])
      : undefined;
  try {
    const given = { ...(options as Partial<CompareOptions>), ...terminal.callbacks() };
    const comparison = await compare(text, sources, given);
    await page?.write(comparison);
    terminal.clear();
    await print(comparison, options);
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
