/** The list of everything that could not be read (`--problems FILE`): JSON lines, whole or not there at all. */
import { closeSync, openSync, readSync } from 'node:fs';
import { atomicFile, inWords, NeardupError, type Problem, visibleJson } from '../../index.ts';
import { flagName } from './flag-names.ts';

/** A line of `--json` and of `--problems`. */
export function problemLine({ source, line, nth, reason, wording }: Problem): object {
  return { problem: { source, line, nth, reason: inWords(wording ?? reason, flagName) } };
}

export class ProblemFile {
  /** Writes follow each other. */
  private written: ReturnType<typeof atomicFile>;

  /** @param path A file that is not there, or an earlier list. Any other file may be input. */
  constructor(path: string) {
    refuseOthers(path);
    this.written = atomicFile(path);
    // a failure is told at the end
    this.written.catch(() => {});
  }

  add(problem: Problem): void {
    this.written = this.written.then(async (file) => {
      await file.write(`${visibleJson(problemLine(problem))}\n`);
      return file;
    });
    this.written.catch(() => {});
  }

  async commit(): Promise<void> {
    await (await this.written).commit();
  }
}

function refuseOthers(path: string): void {
  const start = Buffer.alloc(11);
  try {
    const file = openSync(path, 'r');
    const length = readSync(file, start, 0, start.length, 0);
    closeSync(file);
    if (length === 0 || start.toString() === '{"problem":') return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
  }
  throw new NeardupError('BAD_OPTION', `\`${path}\` is there, and is no list of problems.`, {
    option: 'problems',
    advice: 'Choose another name: neardup never changes its input.',
  });
}
