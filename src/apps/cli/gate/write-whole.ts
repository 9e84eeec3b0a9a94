/** A small file of JSON that appears whole or not at all, and takes the place of no document. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { atomicFile, checkOutput, NeardupError } from '../../../index.ts';

export async function writeWhole(path: string, text: string): Promise<void> {
  const file = await atomicFile(path);
  try {
    await file.write(text);
    await file.commit();
  } finally {
    await file.abort();
  }
}

/** Before a run, so that its findings are not lost. A quoted glob is not looked into: what is replaced must begin as JSON does. */
export function refuseTakenName(path: string, inputs: readonly string[], option: string): void {
  checkOutput(path, inputs);
  const about = statSync(path, { throwIfNoEntry: false });
  if (about === undefined || !about.isFile() || about.size === 0) return;
  const file = openSync(path, 'r');
  const first = Buffer.alloc(1);
  readSync(file, first, 0, 1, 0);
  closeSync(file);
  if (String(first) === '{') return;
  const message = `Expected \`${path}\` to be a file of an earlier run, or none yet, found something else.`;
  throw new NeardupError('BAD_OPTION', message, { option, advice: 'Choose another name.' });
}
