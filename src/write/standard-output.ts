/** Standard output as an output (`-`). It has no name to appear under: written bytes stay, even if the run fails later. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uselessOption } from '../option-rules.ts';
import { option, wording } from '../wording.ts';
import type { AtomicFile, OutputFormat } from '../write.ts';

/** Stands for standard output in place of a path. */
export const STANDARD_OUTPUT = '-';

/** Refuses a format if no output is on standard output: files have their endings. */
export function checkOutputFormat(
  format: OutputFormat | undefined,
  outputs: readonly (string | undefined)[],
): void {
  if (format === undefined || outputs.includes(STANDARD_OUTPUT)) return;
  const why = wording`no documents are written to standard output (${option('output', STANDARD_OUTPUT)})`;
  throw uselessOption('outputFormat', why, 'Leave it out: the ending of a file says its format.');
}

/** @param temp Folder for temporary files. */
export function standardOutput(temp = tmpdir()): AtomicFile {
  return {
    path: 'standard output',
    beside: join(temp, 'neardup-output'),
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
