/** `neardup worker`: one stage of an engine of many machines. Rows come on standard input and go to standard output. */
import { NeardupError, runStage } from '../../../index.ts';
import { Output } from '../output.ts';
import type { Action } from '../program.ts';

export function workerCommand(stage: string): Action {
  return async ([settings = '{}'], _, { rows, scheme }) => {
    const output = new Output();
    const given = { stage, format: rows ?? 'arrow', options: parse(settings), scheme };
    for await (const bytes of runStage(given, process.stdin)) await output.bytes(bytes);
    return 0;
  };
}

function parse(settings: string): object {
  try {
    const options = JSON.parse(settings);
    if (typeof options === 'object' && options !== null) return options;
  } catch {
    // the message below says it
  }
  throw new NeardupError('BAD_OPTION', `Expected the options as a JSON object, got \`${settings}\`.`, {
    advice: `Quote it for the shell: neardup worker keys '{"threshold": 0.9}'.`,
  });
}
