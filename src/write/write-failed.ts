/** The error if an output cannot be written: the path as the user gave it, and the reason in words. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { NeardupError, systemReason } from '../errors.ts';

export function writeFailed(path: string, error: unknown): NeardupError {
  if (error instanceof NeardupError) return error;
  return new NeardupError('WRITE_FAILED', `Cannot write \`${path}\`: ${reason(path, error)}.`, {
    cause: error,
    advice: adviceFor(path, error),
  });
}

/** Only a full disk is helped by space. @returns undefined for the general advice */
function adviceFor(path: string, error: unknown): string | undefined {
  const nothing = 'Nothing was left under the final name.';
  switch ((error as NodeJS.ErrnoException)?.code) {
    case 'ENOENT':
      return `${nothing} Make the folder \`${dirname(path)}\` first, or choose another path.`;
    case 'ENOTDIR':
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
    case 'ENAMETOOLONG':
      return `${nothing} Choose another path.`;
    default:
      return undefined;
  }
}

function reason(path: string, error: unknown): string {
  switch ((error as NodeJS.ErrnoException)?.code) {
    case 'ENOENT': {
      const folder = dirname(path);
      return existsSync(folder) ? systemReason(error) : `the folder \`${folder}\` does not exist`;
    }
    case 'ENOTDIR':
      return `\`${dirname(path)}\` is not a folder`;
    case 'EROFS':
      return 'the file system is read-only';
    case 'EDQUOT':
      return 'the disk quota is used up';
    case 'EFBIG':
      return 'the file would be larger than the file system allows';
    case 'ENAMETOOLONG':
      return 'the name is too long';
    case 'EEXIST':
    case 'ENOTEMPTY':
      return 'something was put there while neardup was running';
    default:
      return systemReason(error);
  }
}
