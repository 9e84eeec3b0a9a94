/** A small file of JSON that appears whole or not at all, and takes the place of no document. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { atomicFile, NeardupError } from '../../../index.ts';

export async function writeWhole(path: string, text: string): Promise<void> {
  const file = await atomicFile(path);
  try {
    await file.write(text);
    await file.commit();
  } finally {
    await file.abort();
  }
}

/**
 * Before a run, so that its findings are not lost: refuses a file that is no output of an earlier run.
 * @param start How the files of earlier runs begin.
 */
export function refuseOtherFile(path: string, start: RegExp, option: string): void {
  const about = statSync(path, { throwIfNoEntry: false });
  if (about === undefined || !about.isFile() || about.size === 0) return;
  const file = openSync(path, 'r');
  const first = Buffer.alloc(START_BYTES);
  const length = readSync(file, first, 0, first.length, 0);
  closeSync(file);
  if (start.test(first.toString('utf8', 0, length))) return;
  const message = `Expected \`${path}\` to be a file of an earlier run, or none yet, found something else.`;
  throw new NeardupError('BAD_OPTION', message, { option, advice: 'Choose another name.' });
}

/** Formatters may have added white space. */
const START_BYTES = 512;
