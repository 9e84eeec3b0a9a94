/** Saved indexes are files of a folder: a browser has none. */
import { badOption } from '../errors.ts';

export function openIndexIn(folder: string): never {
  throw badOption(
    'index',
    'left out in a browser',
    folder,
    'A browser opens no paths: search documents or files.',
  );
}

export { openIndexIn as indexBytesIn, openIndexIn as saveIndexIn, openIndexIn as whileLocked };
