/**
 * Every error the project raises on purpose: one table with stable codes, used by library, command line and service.
 * A message says what was expected and what was found; the advice says what to do. Both name options as the library does;
 * `explained` gives them with the names of another app.
 */
import { call, inWords, type Name, option, type Wording, wording } from './wording.ts';

const ERRORS = {
  BAD_OPTION: { advice: 'Correct it, or leave it out.' },
  NO_INPUT: { advice: 'Name at least one file, folder or glob, or `-` for standard input.' },
  INPUT_NOT_FOUND: { advice: 'Check the path; quote a glob so that the shell does not expand it.' },
  INPUT_UNREACHABLE: { advice: 'Check the address, the network and your access, then run again.' },
  DUPLICATE_ID: {
    advice: wording`Choose another field with ${option('idField')}, or rename later ones with ${option('duplicateIds', 'rename')}.`,
  },
  OUTPUT_IS_INPUT: { advice: 'Choose another output path: neardup never changes its input.' },
  OUTPUT_FORMAT: {
    advice: 'Give the name of the output one of these endings, or name a folder with "/" at its end.',
  },
  WRITE_FAILED: { advice: 'Nothing was left under the final name. Free some space or choose another path.' },
  INPUT_CHANGED: { advice: 'Run again when nothing writes to the input.' },
  OUT_OF_MEMORY: { advice: wording`Lower ${option('maxDocument')}, or split the input.` },
  NOT_INSTALLED: { advice: 'Install it, or leave out the option that needs it.' },
  BAD_TRUTH: { advice: 'Expected lines of two ids separated by a tab.' },
  ENGINE_FAILED: { advice: 'Try NEARDUP_ENGINE=scalar and report the document that causes it.' },
  REDIS_FAILED: { advice: 'Check that Redis is running and can be reached, then try again.' },
  REDIS_FULL: {
    advice: 'Remove or expire documents, or raise maxmemory; everything acknowledged is still there.',
  },
  CLUSTER_FAILED: { advice: 'Check that the cluster is running and can be reached, then try again.' },
  OTHER_INDEX: {
    advice: wording`Choose another ${option('name')}, or open it with the options it was made with.`,
  },
  BAD_INDEX: { advice: 'Build the index again from its signatures.' },
  NO_INDEX: { advice: 'Make the index first.' },
  NO_COLLECTION: { advice: 'Check the path, or make a collection there first.' },
  BAD_COLLECTION: {
    advice: 'Everything before that place is safe: repair the collection, which saves the rest.',
  },
  BAD_KEYS: {
    advice:
      'Restore keys.jsonl and keys.last from a backup. If there is none, stop the service, move both away, and make new keys: neardup keys create.',
  },
  TOO_FEW_DOCUMENTS: { advice: 'Add documents first.' },
  EVENTS_GONE: { advice: 'Read from the first position that there is.' },
  NO_SPACE: { advice: 'Free some space. Reading still works; writing resumes when there is space.' },
  UNREADABLE: { advice: wording`See the text that is read from a file with ${call('texts')}.` },
  SEVERAL_DOCUMENTS: { advice: 'Name one as `FILE#ID`.' },
  TOO_LARGE: { advice: 'Raise the limit, or compare parts of the texts.' },
  BAD_THESAURUS: {
    advice:
      'Expected lines of `word<TAB>synonym, synonym`, a MyThes file (*.dat) or a folder with WordNet data files.',
  },
  CLOSED: { advice: 'Open it again.' },
  READ_ONLY: { advice: 'Open it without `readOnly`.' },
  LOCKED: { advice: 'Wait until it has ended and try again.' },
  INTERRUPTED: { advice: 'Nothing was left under the final name.' },
} as const satisfies Record<string, { advice: Wording }>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorDetails {
  readonly cause?: unknown;
  readonly advice?: Wording;
  /** The option that is to blame. */
  readonly option?: string;
}

/** An error with a stable code and advice. Its message can be shown to users unchanged. */
export class NeardupError extends Error {
  readonly code: ErrorCode;
  readonly advice: string;
  /** The option that is to blame, by its name in the library. */
  readonly option?: string;
  /** Message and advice, with the names they contain kept apart. */
  readonly wordings: { readonly message: Wording; readonly advice: Wording };

  constructor(code: ErrorCode, message: Wording, details: ErrorDetails = {}) {
    super(inWords(message), { cause: details.cause });
    this.name = 'NeardupError';
    this.code = code;
    this.wordings = { message, advice: details.advice ?? ERRORS[code].advice };
    this.advice = inWords(this.wordings.advice);
    if (details.option !== undefined) this.option = details.option;
    // a console shows the error without it
    Object.defineProperty(this, 'wordings', { enumerable: false });
  }

  /** The message and the advice, with options and functions named as an app names them. */
  explained(nameOf: (name: Name) => string): { readonly message: string; readonly advice: string } {
    const { message, advice } = this.wordings;
    return { message: inWords(message, nameOf), advice: inWords(advice, nameOf) };
  }
}

/** An option that is out of range: ``Expected `name` to be X, got `Y`.`` */
export function badOption(name: string, expected: Wording, got: unknown, advice?: Wording): NeardupError {
  const message = wording`Expected ${option(name)} to be ${expected}, got \`${String(got)}\`.`;
  return new NeardupError('BAD_OPTION', message, { option: name, advice });
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
    case 'EROFS':
      return 'the file system is read-only';
    case 'EMFILE':
      return 'too many files are open';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
