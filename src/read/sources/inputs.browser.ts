/** A browser has no paths: what it reads are files that the user chose (`given-files.ts`), or documents. */
import { badOption } from '../../errors.ts';
import type { OpenedSources } from './inputs.ts';

export async function openSources(inputs: readonly string[]): Promise<OpenedSources> {
  const expected = 'documents like { id, text }, files, or a folder that the user chose';
  throw badOption('input', expected, `the path ${inputs[0]}`, 'A browser opens no paths.');
}
