/** Reading a collection beside its writer, which may replace files between the reading of the manifest and the opening of what it names. */
import { NeardupError } from '../../errors.ts';

const ATTEMPTS = 5;

/** Files of the manifest that was read were replaced, or got ahead of what was read before them. */
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
