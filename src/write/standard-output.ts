/** Standard output as an output (`-`). It has no name to appear under: written bytes stay, even if the run fails later. */
import type { AtomicFile } from '../write.ts';

/** Stands for standard output in place of a path. */
export const STANDARD_OUTPUT = '-';

export function standardOutput(): AtomicFile {
  return {
    path: 'standard output',
    write(chunk) {
      // a copy: the caller may use the bytes again while they wait to be read
      if (process.stdout.write(typeof chunk === 'string' ? chunk : Uint8Array.from(chunk))) return;
      return new Promise((resolve) => process.stdout.once('drain', resolve));
    },
    prepare: async () => {},
    commit: async () => {},
    abort: async () => {},
  };
}
