/** A browser has no paths: it reads files that the user chose (`file-trees.ts`), or documents. */

import { badOption } from '../errors.ts';
import type { InputKinds, OpenedInputs, OpenOptions } from '../platform.ts';

export async function openInputs<Source>(
  inputs: readonly string[],
  _kinds: InputKinds<Source>,
  _options?: OpenOptions,
): Promise<OpenedInputs<Source>> {
  const expected = 'documents like { id, text }, files, or a folder that the user chose';
  throw badOption('input', expected, `the path ${inputs[0]}`, 'A browser opens no paths.');
}
