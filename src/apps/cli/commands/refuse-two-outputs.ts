/** Standard output can hold one thing: the documents or the results. */
import { NeardupError } from '../../../index.ts';
import type { OwnOptions } from '../program.ts';

/** @param list What else has the results: `list of cuts with --spans FILE`. */
export function refuseTwoOutputs(
  { output }: { readonly output?: unknown },
  own: Pick<OwnOptions, 'json'>,
  list: string,
): void {
  if (output !== '-' || own.json !== true) return;
  throw new NeardupError('BAD_OPTION', 'Expected one thing on standard output, got `-o -` and `--json`.', {
    advice: `Write the documents to a file, or the ${list}.`,
  });
}
