/** `neardup eval` */
import { evaluate, formatSummary, NeardupError } from '../../../index.ts';
import { Output } from '../output.ts';
import type { Action } from '../program.ts';
import { Terminal } from '../terminal.ts';

export const evalCommand: Action = async (paths, options, own) => {
  const { truth } = own;
  if (truth === undefined) {
    throw new NeardupError('BAD_OPTION', 'Expected `--truth` with a file of known pairs, got nothing.', {
      option: 'truth',
      advice: 'Name a file with two ids a line, separated by a tab.',
    });
  }
  const terminal = new Terminal(own);
  try {
    const { summary, ...found } = await evaluate(paths, truth, { ...options, ...terminal.callbacks() });
    terminal.clear();
    const output = new Output();
    if (own.json === true) {
      await output.json(found);
      await output.json({ summary });
    } else {
      await output.line(
        `precision ${share(found.precision)}   recall ${share(found.recall)}   F1 ${share(found.f1)}`,
      );
      await output.line(
        `${found.hits} of ${found.truth} known pairs found, ${found.found - found.hits} others`,
      );
      if (found.unknown > 0)
        await output.line(`${found.unknown} known pairs left out: a document is missing from the input`);
      await output.line(formatSummary(summary));
    }
    await output.flush();
    terminal.truncated(summary.truncated);
    return summary.unreadable > 0 ? 2 : 0;
  } finally {
    await terminal.finish();
  }
};

const share = (value: number): string => value.toFixed(4);
