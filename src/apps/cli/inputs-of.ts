/** Inputs beside those that are named: the list of `--files-from`, or what a pipe gives if nothing is named. */
import { fstatSync, readFileSync } from 'node:fs';
import { NeardupError } from '../../index.ts';
import type { OwnOptions } from './program.ts';

/** @param named Inputs that are arguments. Returns those to add. */
export async function inputsOf(named: readonly string[], own: OwnOptions): Promise<string[]> {
  const { filesFrom } = own;
  if (filesFrom !== undefined) {
    const listed = listedFiles(filesFrom);
    if (named.length + listed.length > 0) return listed;
    throw new NeardupError('NO_INPUT', `There is nothing to read: \`${filesFrom}\` names no files.`);
  }
  if (named.length > 0) return [];
  if (!isPiped()) throw new NeardupError('NO_INPUT', 'There is nothing to read.');
  if (own.quiet !== true) process.stderr.write('neardup: reading standard input\n');
  return ['-'];
}

/** One a line; or ended by zero bytes, if there are any, so that a name may have any character. */
function listedFiles(path: string): string[] {
  let text: string;
  try {
    text = readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    throw new NeardupError(
      'INPUT_NOT_FOUND',
      `The list of files \`${path}\` cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      { option: 'filesFrom', advice: 'Check the path.' },
    );
  }
  return text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((name) => name !== '');
}

/** A terminal, or no input at all, has no documents. */
function isPiped(): boolean {
  try {
    const about = fstatSync(0);
    return about.isFIFO() || about.isFile() || about.isSocket();
  } catch {
    // it is closed
    return false;
  }
}
