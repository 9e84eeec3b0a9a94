/** `neardup eval` */
import { type EvaluateOptions, evaluate, NeardupError } from '../../../index.ts';
import { Output } from '../output.ts';
import type { Action } from '../program.ts';
import { Terminal } from '../terminal.ts';

export const evalCommand: Action = async (paths, options) => {
  const { truth } = options;
  if (typeof truth !== 'string') {
    throw new NeardupError('BAD_OPTION', 'Expected `--truth` with a file of known pairs, got nothing.');
  }
  const terminal = new Terminal(options.quiet === true);
  try {
    const found = await evaluate(paths, truth, {
      ...(options as Partial<EvaluateOptions>),
      ...terminal.callbacks(),
    });
    terminal.clear();
    const output = new Output();
    if (options.json === true) await output.json(found);
    else {
      await output.line(
        `precision ${share(found.precision)}   recall ${share(found.recall)}   F1 ${share(found.f1)}`,
      );
      await output.line(
        `${found.hits} of ${found.truth} known pairs found, ${found.found - found.hits} others; ${found.summary.documents} documents in ${found.summary.seconds} s (${found.summary.engine})`,
      );
      if (found.unknown > 0)
        await output.line(`${found.unknown} known pairs left out: a document is not in the input`);
    }
    await output.flush();
    return found.summary.unreadable > 0 ? 2 : 0;
  } finally {
    terminal.finish();
  }
};

const share = (value: number): string => value.toFixed(4);
