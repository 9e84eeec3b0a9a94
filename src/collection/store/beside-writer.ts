/** Reading a collection beside its writer, which may replace files after the manifest is read and before the files it names are opened. */
import { NeardupError } from '../../errors.ts';

const ATTEMPTS = 5;

/** The writer replaced files named in the manifest, or they are newer than files read before them. */
export class WriterWasFaster extends NeardupError {
  constructor(path: string) {
    super('INPUT_CHANGED', `${path} changed again and again while it was read.`, {
      advice: 'Try again when less is added.',
    });
  }
}

/** Reads, and begins again if the writer was faster. */
export async function besideWriter<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      const isOutrun = error instanceof WriterWasFaster || (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isOutrun || attempt === ATTEMPTS) throw error;
    }
  }
}
