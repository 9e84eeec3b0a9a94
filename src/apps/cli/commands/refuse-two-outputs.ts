/** Standard output can hold one thing: the documents or the results. */
import { NeardupError } from '../../../index.ts';
import type { OwnOptions } from '../program.ts';

/**
 * @param isOutputTaken Whether documents go there.
 * @param list What else has the results: `list of cuts with --spans FILE`.
 */
export function refuseTwoOutputs(isOutputTaken: boolean, own: Pick<OwnOptions, 'json'>, list: string): void {
  if (!isOutputTaken || own.json !== true) return;
  throw new NeardupError(
    'BAD_OPTION',
    'Expected one thing on standard output, got documents (`-`) and `--json`.',
    { advice: `Write the documents to a file, or the ${list}.` },
  );
}
