/**
 * Every error the project raises on purpose: one table with stable codes, used by library, command line and service.
 * A message says who, what was expected, what came; the advice says what to do.
 */

const ERRORS = {
  BAD_OPTION: { advice: 'See `neardup help` for the options and their ranges.' },
  NO_INPUT: { advice: 'Name at least one file, folder or glob, or `-` for standard input.' },
  INPUT_NOT_FOUND: { advice: 'Check the path; quote a glob so that the shell does not expand it.' },
  DUPLICATE_ID: {
    advice: 'Choose another field with --id-field, or let later ones be renamed with --duplicate-ids rename.',
  },
  OUTPUT_IS_INPUT: { advice: 'Choose another output path: neardup never changes its input.' },
  OUTPUT_FORMAT: { advice: 'Name the output *.jsonl, *.csv or *.tsv, or give a folder that ends in "/".' },
  WRITE_FAILED: { advice: 'Nothing was left under the final name. Free some space or choose another path.' },
  INPUT_CHANGED: { advice: 'Run again when nothing writes to the input.' },
  OUT_OF_MEMORY: { advice: 'Lower --max-document, or split the input.' },
  NOT_INSTALLED: { advice: 'Install it, or leave out the option that needs it.' },
  BAD_TRUTH: { advice: 'Expected lines of two ids separated by a tab.' },
  ENGINE_FAILED: { advice: 'Try NEARDUP_ENGINE=scalar and report the document that causes it.' },
  BAD_INDEX: { advice: 'Build the index again with `neardup index build`.' },
  NO_INDEX: { advice: 'Make one with `neardup index build DIR INPUT…`.' },
  UNREADABLE: { advice: 'See what is read of a file with `neardup text FILE`.' },
  SEVERAL_DOCUMENTS: { advice: 'Name one as `FILE#ID`.' },
  TOO_LARGE: { advice: 'Raise the limit, or compare parts of the texts.' },
  BAD_THESAURUS: {
    advice:
      'Expected lines of `word<TAB>synonym, synonym`, a MyThes file (*.dat) or a folder with WordNet data files.',
  },
  INTERRUPTED: { advice: 'Nothing was left under the final name.' },
} as const satisfies Record<string, { advice: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** An error with a stable code and advice. Its message is fit to be shown to a user as it is. */
export class NeardupError extends Error {
  readonly code: ErrorCode;
  readonly advice: string;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown; advice?: string }) {
    super(message, { cause: options?.cause });
    this.name = 'NeardupError';
    this.code = code;
    this.advice = options?.advice ?? ERRORS[code].advice;
  }
}

/** The shared form of an option that is out of range: ``Expected `name` to be X, got `Y`.`` */
export function badOption(name: string, expected: string, got: unknown, advice?: string): NeardupError {
  return new NeardupError('BAD_OPTION', `Expected \`${name}\` to be ${expected}, got \`${String(got)}\`.`, {
    advice,
  });
}

/** A system error (`ENOENT`, `EACCES`, `ENOSPC` …) in words, without the call that failed. */
export function systemReason(error: unknown): string {
  const code = (error as { code?: string } | undefined)?.code;
  switch (code) {
    case 'ENOENT':
      return 'there is no such file or folder';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'EISDIR':
      return 'it is a folder';
    case 'ENOSPC':
      return 'no space left on the device';
    case 'EMFILE':
      return 'too many files are open';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
